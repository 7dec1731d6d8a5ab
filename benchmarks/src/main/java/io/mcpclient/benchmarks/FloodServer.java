package io.mcpclient.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * A server of revision 2025-11-25 that tries to occupy its client, as its path says. Listens on a free port of the loopback
 * interface, which it prints.
 *
 * <pre>
 *  /none      a small result after 40 ms
 *  /calls     calls: an endless stream of log messages of 14 MB with half a million nodes
 *  /chunks    calls: an endless comment in chunks of one byte
 *  /messages  GET: an endless stream of the same log messages
 *  /small     GET: an endless stream of log messages of 10 KB
 * </pre>
 */
final class FloodServer {

    private static final int DELAY_MILLIS = 40;

    private static final byte[] LARGE = event("\"abcdefghijklmnopqrstuvwxyz\",".repeat(470_000) + "0");

    private static final byte[] SMALL = event("1,".repeat(5_000) + "0");

    private static final byte[] CHUNKS = RawJson.ascii("1\r\n:\r\n".repeat(20_000));

    private FloodServer() {}

    public static void main(String[] args) throws IOException {
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            System.out.println("port " + server.getLocalPort());
            while (true) {
                Socket socket = server.accept();
                socket.setTcpNoDelay(true);
                Thread thread = new Thread(() -> serve(socket));
                thread.setDaemon(true);
                thread.start();
            }
        }
    }

    private static byte[] event(String items) {
        String event = "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"info\","
                + "\"data\":[" + items + "]}}\n\n";
        return RawJson.ascii(Integer.toHexString(event.length()) + "\r\n" + event + "\r\n");
    }

    private static void serve(Socket socket) {
        try (socket;
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                answer(line, in, socket.getOutputStream());
            }
        } catch (IOException | InterruptedException ex) {
            // The client has closed the connection.
        }
    }

    private static void answer(String line, BufferedReader in, OutputStream out)
            throws IOException, InterruptedException {
        String path = line.split(" ")[1];
        int length = 0;
        for (String header = in.readLine(); header != null && !header.isEmpty(); header = in.readLine()) {
            if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(
                        header.substring(header.indexOf(':') + 1).strip());
            }
        }
        char[] body = new char[length];
        for (int at = 0; at < length; ) {
            at += in.read(body, at, length - at);
        }
        byte[] flood = flood(path, line, new String(body));
        if (flood != null) {
            out.write(RawJson.ascii(
                    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n" + "Transfer-Encoding: chunked\r\n\r\n"));
            while (true) {
                out.write(flood);
            }
        }
        out.write(RawJson.ascii(response(line, new String(body))));
    }

    private static byte @Nullable [] flood(String path, String line, String body) {
        if (line.startsWith("GET ")) {
            return path.equals("/messages") ? LARGE : path.equals("/small") ? SMALL : null;
        }
        if (body.contains("\"tools/call\"")) {
            return path.equals("/calls") ? LARGE : path.equals("/chunks") ? CHUNKS : null;
        }
        return null;
    }

    private static String response(String line, String body) throws InterruptedException {
        int id = body.indexOf("\"id\":");
        if (!line.startsWith("POST ") || id < 0) {
            return "HTTP/1.1 " + (line.startsWith("GET ") ? "405 No" : "202 Yes") + "\r\nContent-Length: 0\r\n\r\n";
        }
        String number = body.substring(id + 5).split("[,}]")[0];
        String result = "{\"content\":[]}";
        if (body.contains("\"initialize\"")) {
            result = "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{},\"logging\":{}},"
                    + "\"serverInfo\":{\"name\":\"flood\",\"version\":\"1\"}}";
        } else if (body.contains("\"tools/list\"")) {
            result = "{\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"}}]}";
        } else if (body.contains("\"tools/call\"")) {
            Thread.sleep(DELAY_MILLIS); // the time that the work of the tool takes
        }
        String json = "{\"jsonrpc\":\"2.0\",\"id\":" + number + ",\"result\":" + result + "}";
        return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + json.length() + "\r\n\r\n"
                + json;
    }
}
