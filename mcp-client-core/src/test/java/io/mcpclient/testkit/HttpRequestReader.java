package io.mcpclient.testkit;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

/** Reads the requests of one connection, one after the other. */
final class HttpRequestReader {

    /** The client sent something that is no HTTP/1.1 request. */
    static final class MalformedRequestException extends IOException {

        private static final long serialVersionUID = 1L;

        MalformedRequestException(String message) {
            super(message);
        }
    }

    private static final int MAX_LINE = 1 << 20;

    private final InputStream in;
    private final int connection;

    HttpRequestReader(InputStream in, int connection) {
        this.in = new BufferedInputStream(in, 16 * 1024);
        this.connection = connection;
    }

    /** The next request once it is complete, {@code null} if the client hung up before it began one. */
    @Nullable
    RecordedRequest next() throws IOException {
        int first = this.in.read();
        if (first < 0) {
            return null;
        }
        String requestLine = (char) first + line();
        String[] parts = requestLine.split(" ", -1);
        if (parts.length != 3 || !parts[2].equals("HTTP/1.1")) {
            throw new MalformedRequestException("no request line: " + requestLine);
        }
        Map<String, List<String>> headers = headers();
        String body = new String(body(headers), StandardCharsets.UTF_8);
        return RecordedRequest.of(parts[0], parts[1], headers, body, this.connection);
    }

    private Map<String, List<String>> headers() throws IOException {
        Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            if (colon <= 0) {
                throw new MalformedRequestException("no header: " + line);
            }
            headers.computeIfAbsent(line.substring(0, colon), name -> new ArrayList<>())
                    .add(line.substring(colon + 1).strip());
        }
        return headers;
    }

    private byte[] body(Map<String, List<String>> headers) throws IOException {
        List<String> length = headers.get("Content-Length");
        List<String> encoding = headers.get("Transfer-Encoding");
        if (length != null && encoding != null) {
            throw new MalformedRequestException("both Content-Length and Transfer-Encoding");
        }
        if (encoding != null) {
            return chunks();
        }
        return length == null ? new byte[0] : exactly(number(length.get(0), 10));
    }

    private byte[] chunks() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int size = chunkSize(); size > 0; size = chunkSize()) {
            body.write(exactly(size));
            if (!line().isEmpty()) {
                throw new MalformedRequestException("a chunk is longer than its size says");
            }
        }
        while (!line().isEmpty()) {
            // trailers are of no interest
        }
        return body.toByteArray();
    }

    private int chunkSize() throws IOException {
        return number(line().split(";", 2)[0].strip(), 16);
    }

    private byte[] exactly(int length) throws IOException {
        byte[] bytes = this.in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the client hung up in the middle of a body");
        }
        return bytes;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = this.in.read(); next != '\n'; next = this.in.read()) {
            if (next < 0) {
                throw new EOFException("the client hung up in the middle of a line");
            }
            if (line.length() == MAX_LINE) {
                throw new MalformedRequestException("a line without end");
            }
            line.append((char) next);
        }
        int end = line.length() - 1;
        return end >= 0 && line.charAt(end) == '\r' ? line.substring(0, end) : line.toString();
    }

    private static int number(String text, int radix) throws MalformedRequestException {
        try {
            return Integer.parseUnsignedInt(text, radix);
        } catch (NumberFormatException notANumber) {
            throw new MalformedRequestException("no length: " + text);
        }
    }
}
