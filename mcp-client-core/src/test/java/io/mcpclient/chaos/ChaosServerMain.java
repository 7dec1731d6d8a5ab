package io.mcpclient.chaos;

import java.io.BufferedReader;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.jspecify.annotations.Nullable;

/**
 * A server that is to be killed, to be run as a process: {@code legacy}, {@code modern} (both over HTTP, on a port that it
 * prints) or {@code stdio}. Before it answers a call of its tool it writes the call into a ledger, which outlives it. Made of
 * the JDK alone, so that it starts fast.
 *
 * <p>A call says in its arguments what is to happen: {@code call}, its name in the ledger; {@code millis}, how long it takes;
 * {@code fate}, see {@link Fate}. The HTTP servers read orders from their standard input, and end with it: {@code forget}
 * all sessions, be {@code busy} and refuse everything, be {@code idle} again.
 */
final class ChaosServerMain {

    private static final Pattern MESSAGE = Pattern.compile(
            "\\{\"jsonrpc\":\"2\\.0\"(?:,\"id\":(\\d+|\"[^\"]*\"))?,\"method\":\"([^\"]*)\"(?:,\"params\":(.*))?}",
            Pattern.DOTALL);

    private static final Pattern CALL = Pattern.compile("\"call\":\"([^\"]*)\"");

    private static final Pattern MILLIS = Pattern.compile("\"millis\":(\\d+)");

    private static final Pattern FATE = Pattern.compile("\"fate\":\"([^\"]*)\"");

    private static final String SESSION = "Mcp-Session-Id";

    private final boolean modern;

    private final OutputStream ledger;

    private final Set<String> sessions = ConcurrentHashMap.newKeySet();

    private final ExecutorService workers = Executors.newCachedThreadPool();

    private volatile boolean busy;

    private ChaosServerMain(boolean modern, String ledger) throws IOException {
        this.modern = modern;
        this.ledger = new FileOutputStream(ledger, true);
    }

    /** What becomes of a call. */
    enum Fate {
        /** A result with its name. */
        RESULT,
        /** A result with its name, as an event of a stream. */
        STREAM,
        /** It is executed, and ends in an error of JSON-RPC. */
        ERROR,
        /** It is executed, and ends in a status that says nothing. */
        FAILURE,
        /** It is not executed: too many requests. */
        TOO_MANY
    }

    /** Runs until it is killed or its input ends: kind of server, file of the ledger. */
    public static void main(String[] args) throws Exception {
        ChaosServerMain server = new ChaosServerMain(args[0].equals("modern"), args[1]);
        if (args[0].equals("stdio")) {
            server.serveStreams();
        } else {
            server.serveHttp();
        }
        Runtime.getRuntime().halt(0);
    }

    private static BufferedReader input() {
        return new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    }

    // HTTP

    private void serveHttp() throws IOException {
        HttpServer http = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 1024);
        http.setExecutor(this.workers);
        http.createContext("/mcp", this::exchange);
        http.start();
        System.out.println(http.getAddress().getPort());
        BufferedReader orders = input();
        for (String order = orders.readLine(); order != null; order = orders.readLine()) {
            this.busy = order.equals("busy");
            if (order.equals("forget")) {
                this.sessions.clear();
            }
        }
    }

    private void exchange(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            Matcher message = MESSAGE.matcher(body);
            String session = exchange.getRequestHeaders().getFirst(SESSION);
            if (this.busy) {
                send(exchange, (body.hashCode() % 2 == 0) ? 503 : 429, "text/plain", "busy");
            } else if (exchange.getRequestMethod().equals("DELETE")) {
                this.sessions.remove(String.valueOf(session));
                send(exchange, 200, "text/plain", "");
            } else if (!exchange.getRequestMethod().equals("POST") || !message.matches()) {
                send(exchange, 405, "text/plain", "");
            } else {
                String params = String.valueOf(message.group(3));
                request(exchange, session, message.group(1), message.group(2), params);
            }
        }
    }

    private void request(
            HttpExchange exchange, @Nullable String session, @Nullable String id, String method, String params)
            throws IOException {
        if (this.modern && (method.equals("initialize") || method.equals("ping"))) {
            send(exchange, 404, "application/json", error(id, -32601, "only 2026-07-28 is spoken here"));
        } else if (method.equals("initialize")) {
            String opened = UUID.randomUUID().toString();
            this.sessions.add(opened);
            exchange.getResponseHeaders().set(SESSION, opened);
            send(exchange, 200, "application/json", answer(id, initializeResult()));
        } else if (!this.modern && method.equals("server/discover")) {
            send(exchange, 404, "application/json", error(id, -32601, "Method not found"));
        } else if (!this.modern && (session == null || !this.sessions.contains(session))) {
            send(exchange, 404, "application/json", error(id, -32001, "Session not found"));
        } else if (id == null) {
            send(exchange, 202, "text/plain", "");
        } else {
            perform(exchange, id, method, params);
        }
    }

    private void perform(HttpExchange exchange, String id, String method, String params) throws IOException {
        Fate fate = fate(params);
        if (!method.equals("tools/call")) {
            send(exchange, 200, "application/json", answer(id, result(method)));
        } else if (fate == Fate.TOO_MANY) {
            exchange.getResponseHeaders().set("Retry-After", "1");
            send(exchange, 429, "text/plain", "not now");
        } else {
            String call = execute(params);
            switch (fate) {
                case ERROR -> send(exchange, 200, "application/json", error(id, -32050, "failed on purpose"));
                case FAILURE -> send(exchange, 500, "text/plain", "failed on purpose");
                case STREAM -> send(exchange, 200, "text/event-stream", ": soon\n\ndata: " + called(id, call) + "\n\n");
                default -> send(exchange, 200, "application/json", called(id, call));
            }
        }
    }

    private static void send(HttpExchange exchange, int status, String type, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, (bytes.length == 0) ? -1 : bytes.length);
        if (bytes.length > 0) {
            exchange.getResponseBody().write(bytes);
        }
    }

    // standard streams

    private void serveStreams() throws IOException {
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        BufferedReader in = input();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            Matcher message = MESSAGE.matcher(line);
            if (message.matches() && message.group(1) != null) {
                String id = message.group(1);
                String method = message.group(2);
                String params = String.valueOf(message.group(3));
                this.workers.execute(() -> print(out, reply(id, method, params)));
            }
        }
    }

    private String reply(String id, String method, String params) {
        switch (method) {
            case "initialize":
                return answer(id, initializeResult());
            case "tools/call":
                String call = execute(params);
                return (fate(params) == Fate.ERROR) ? error(id, -32050, "failed on purpose") : called(id, call);
            case "server/discover":
                return error(id, -32601, "Method not found");
            default:
                return answer(id, result(method));
        }
    }

    private static void print(PrintStream out, String line) {
        synchronized (out) {
            out.print(line + "\n");
            out.flush();
        }
    }

    // common to both

    /** Writes the call down first: what is answered has been executed. */
    private String execute(String params) {
        Matcher name = CALL.matcher(params);
        String call = name.find() ? name.group(1) : "nameless";
        try {
            this.ledger.write((call + "\n").getBytes(StandardCharsets.US_ASCII));
            Matcher millis = MILLIS.matcher(params);
            long work = millis.find() ? Long.parseLong(millis.group(1)) : 0;
            if (work > 0 && new CountDownLatch(1).await(work, TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException("nobody opens it");
            }
        } catch (IOException ex) {
            throw new IllegalStateException(ex);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
        return call;
    }

    private static Fate fate(String params) {
        Matcher fate = FATE.matcher(params);
        return fate.find() ? Fate.valueOf(fate.group(1)) : Fate.RESULT;
    }

    private String initializeResult() {
        return "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{},\"resources\":{}},"
                + "\"serverInfo\":{\"name\":\"chaos\",\"version\":\"1\"}}";
    }

    private String called(String id, String call) {
        return answer(id, "{" + kind("") + "\"content\":[{\"type\":\"text\",\"text\":\"" + call + "\"}]}");
    }

    /** The stateless revision wants to know of each result whether it is complete, and of most for how long it holds. */
    private String kind(String hints) {
        return this.modern ? "\"resultType\":\"complete\"," + hints : "";
    }

    private String result(String method) {
        String kind = kind("\"ttlMs\":0,\"cacheScope\":\"private\",");
        return switch (method) {
            case "server/discover" ->
                "{" + kind + "\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{\"tools\":{},\"resources\":{}}}";
            case "tools/list" -> "{" + kind + "\"tools\":[{\"name\":\"work\",\"inputSchema\":{\"type\":\"object\"}}]}";
            case "resources/read" -> "{" + kind + "\"contents\":[{\"uri\":\"chaos://state\",\"text\":\"fine\"}]}";
            default -> "{}";
        };
    }

    private static String answer(@Nullable String id, String result) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + result + "}";
    }

    private static String error(@Nullable String id, int code, String message) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"error\":{\"code\":" + code + ",\"message\":\"" + message
                + "\"}}";
    }
}
