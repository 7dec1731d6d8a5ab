package io.mcpclient.console;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Sends requests with exactly these headers, which other clients would set themselves. */
final class RawHttp {

    private static final int PATIENCE_MILLIS = 20_000;

    private static final String END = "\r\n";

    private final int port;

    private final Map<String, String> headers = new LinkedHashMap<>();

    RawHttp(int port) {
        this.port = port;
        this.headers.put("Host", "localhost:" + port);
    }

    /** As the page sends requests. */
    static RawHttp likeThePage(int port) {
        return new RawHttp(port)
                .header("X-Mcp-Console", "1")
                .header("Origin", "http://localhost:" + port)
                .header("Sec-Fetch-Site", "same-origin");
    }

    /** A response. */
    record Response(int status, String head, String body) {

        String header(String name) {
            return this.head
                    .lines()
                    .filter(line -> line.regionMatches(true, 0, name + ":", 0, name.length() + 1))
                    .map(line -> line.substring(name.length() + 1).trim())
                    .findFirst()
                    .orElse("");
        }
    }

    RawHttp header(String name, String value) {
        this.headers.put(name, value);
        return this;
    }

    RawHttp without(String name) {
        this.headers.remove(name);
        return this;
    }

    Response get(String path) {
        return send("GET", path, "");
    }

    Response post(String path, String json) {
        return send("POST", path, json);
    }

    Response send(String method, String path, String body) {
        StringBuilder request = new StringBuilder(method + " " + path + " HTTP/1.1" + END);
        request.append("Connection: close").append(END);
        this.headers.forEach(
                (name, value) -> request.append(name).append(": ").append(value).append(END));
        if (!method.equals("GET")) {
            int length = body.getBytes(StandardCharsets.UTF_8).length;
            request.append("Content-Type: application/json").append(END);
            request.append("Content-Length: ").append(length).append(END);
        }
        request.append(END).append(body);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), this.port)) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream().write(request.toString().getBytes(StandardCharsets.UTF_8));
            return parse(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static Response parse(String text) {
        int end = text.indexOf(END + END);
        String head = text.substring(0, end);
        return new Response(Integer.parseInt(head.substring(9, 12)), head, text.substring(end + 4));
    }
}
