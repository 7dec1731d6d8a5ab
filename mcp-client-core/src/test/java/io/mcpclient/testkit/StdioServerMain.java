package io.mcpclient.testkit;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * A server over standard streams, to be run as a process; see {@link StdioServer}. It supports the handshake revisions and
 * is well-behaved unless an argument of it says otherwise. Made of the JDK alone, so that it starts fast.
 *
 * <pre>
 *  modern                  supports the stateless revision instead, see {@link StdioSubscriptions}
 *  await=FILE              reads nothing until there is the file, as one that is still being downloaded
 *  exit=CODE               ends at once
 *  exit-on=METHOD          ends with code 3 instead of answering the method
 *  half-on=METHOD          ends in the middle of the answer
 *  close-stdout-on=METHOD  closes its output instead of responding, and keeps running
 *  close-stdin-on=METHOD   closes its input instead of responding, and keeps running
 *  exit-first              ends with code 3 if anything but initialize comes first
 *  silent-on=METHOD        never answers the method
 *  late-on=METHOD          answers the method only after it has answered what came next
 *  no-id-on=METHOD         answers the method with error -32601, as if it had not seen the id
 *  refuse=METHOD=ERROR     answers the method with the JSON of an error
 *  record=FILE             adds a line with its process id and the method for each message that it reads
 *  say-on=METHOD=LINE      writes the line before it answers the method
 *  raw-on-call             writes what the Base64 in the argument "raw" of a tool stands for, with $id for the id of the call,
 *                          before it answers; with the argument "alone" instead of an answer
 *  ask-on-call=LINE        writes the line when a tool is called, and returns the next line that it reads
 *  noise                   text, blank lines, a byte order mark and Latin-1 between its messages
 *  crlf                    ends its lines with CR LF
 *  halves                  writes each message in two pieces
 *  twice                   gives every answer twice
 *  stderr=LINE             writes the line to its standard error first
 *  flood-on=METHOD         writes 100 MB without a line end to its standard error before it answers
 *  close-stderr            closes its standard error
 *  endless-on=METHOD       writes to its output without a line end, instead of answering, until it is ended
 *  grandchild              starts a process that inherits its streams and does not end by itself
 *  orphan-on=METHOD=FILE   starts such a process with streams of its own, writes its id to the file, and is killed at once
 *  orphan-at-end=FILE      the same at the end of its input
 *  deaf                    reads nothing
 *  deaf-on=METHOD          reads nothing more from this method on
 *  stubborn                ignores the end of its input and every polite request to end
 * </pre>
 */
public final class StdioServerMain {

    private static final Pattern MESSAGE = Pattern.compile(
            "\\{\"jsonrpc\":\"2\\.0\"(?:,\"id\":(\\d+|\"[^\"]*\"))?,\"method\":\"([^\"]*)\"(?:,\"params\":(.*))?}",
            Pattern.DOTALL);

    private static final Pattern TOOL = Pattern.compile("\"name\":\"([^\"]*)\"");

    private static final Pattern FILE = Pattern.compile("\"file\":\"([^\"]*)\"");

    private static final Pattern RAW = Pattern.compile("\"raw\":\"([A-Za-z0-9+/=]*)\"");

    private static final String TOOLS = "{\"tools\":[{\"name\":\"echo\",\"description\":\"Returns its arguments\","
            + "\"inputSchema\":{\"type\":\"object\"}}]}";

    private static final String METHOD_NOT_FOUND = "\"error\":{\"code\":-32601,\"message\":\"Method not found\"}";

    private final Map<String, String> modes = new HashMap<>();

    private final OutputStream out = new FileOutputStream(FileDescriptor.out);

    private final StdioSubscriptions subscriptions = new StdioSubscriptions();

    private final InputStream in = new BufferedInputStream(System.in, 64 * 1024);

    private boolean begun;

    private String present = "";

    private @Nullable String heldBack;

    private StdioServerMain(String[] args) {
        for (String arg : args) {
            int value = arg.indexOf('=');
            this.modes.put(value < 0 ? arg : arg.substring(0, value), value < 0 ? "" : arg.substring(value + 1));
        }
    }

    /** Serves until its input ends. */
    public static void main(String[] args) throws Exception {
        new StdioServerMain(args).run();
    }

    private boolean is(String mode) {
        return this.modes.containsKey(mode);
    }

    private boolean is(String mode, String method) {
        return method.equals(this.modes.get(mode));
    }

    private void run() throws Exception {
        begin();
        String line = readLine();
        while (line != null) {
            Matcher message = MESSAGE.matcher(line);
            if (message.matches()) {
                String params = message.group(3);
                onMessage(message.group(1), message.group(2), params == null ? "{}" : params);
            } else {
                System.err.println("unexpected: " + line);
            }
            line = readLine();
        }
        if (is("orphan-at-end")) {
            leaveOrphan(this.modes.get("orphan-at-end"));
        }
        if (is("stubborn")) {
            new CountDownLatch(1).await();
        }
    }

    private static void awaitFile(Path file) {
        while (!Files.exists(file)) {
            pause();
        }
    }

    private static void leaveOrphan(String file) throws IOException {
        Process orphan = new ProcessBuilder("sleep", "600").start();
        Files.writeString(Path.of(file), Long.toString(orphan.pid()));
        Runtime.getRuntime().halt(3);
    }

    private void begin() throws Exception {
        if (is("stderr")) {
            System.err.println(this.modes.get("stderr"));
        }
        if (is("await")) {
            awaitFile(Path.of(this.modes.get("await")));
        }
        if (is("exit")) {
            System.err.flush();
            Runtime.getRuntime().halt(Integer.parseInt(this.modes.get("exit")));
        }
        if (is("stubborn")) {
            Runtime.getRuntime().addShutdownHook(new Thread(StdioServerMain::waitForever));
        }
        if (is("grandchild")) {
            new ProcessBuilder("sleep", "600").inheritIO().start();
        }
        if (is("close-stderr")) {
            System.err.close();
        }
        if (is("noise")) {
            write("\uFEFF");
            write("Listening on stdio\n\n   \n\r\n");
        }
        if (is("deaf")) {
            waitForever();
        }
    }

    private static void waitForever() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    private @Nullable String readLine() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int next = this.in.read();
        while (next >= 0 && next != '\n') {
            line.write(next);
            next = this.in.read();
        }
        return next < 0 ? null : line.toString(StandardCharsets.UTF_8);
    }

    private void onMessage(@Nullable String id, String method, String params) throws Exception {
        record(method);
        misbehave(method);
        if (method.equals("notifications/cancelled")) {
            this.subscriptions.cancelled(params);
        }
        if (id == null || is("silent-on", method)) {
            return;
        }
        String refused = this.modes.get("refuse");
        if (is("no-id-on", method)) {
            answer("null", METHOD_NOT_FOUND);
        } else if (refused != null && refused.startsWith(method + "=")) {
            answer(id, "\"error\":" + refused.substring(method.length() + 1));
        } else if (is("modern")) {
            onModernRequest(id, method, params);
        } else {
            onRequest(id, method, params);
        }
    }

    private void onModernRequest(String id, String method, String params) throws IOException {
        if (!params.contains("\"io.modelcontextprotocol/clientCapabilities\":{")) {
            answer(id, "\"error\":{\"code\":-32602,\"message\":\"no capabilities\"}");
            return;
        }
        if (!params.contains("\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"")) {
            answer(
                    id,
                    "\"error\":{\"code\":-32022,\"message\":\"Unsupported protocol version\","
                            + "\"data\":{\"supported\":[\"2026-07-28\"],\"requested\":\"another\"}}");
            return;
        }
        String own = StdioSubscriptions.without(params, "_meta");
        switch (method) {
            case "server/discover" ->
                result(
                        id,
                        "{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{"
                                + "\"tools\":{\"listChanged\":true},\"prompts\":{\"listChanged\":true},"
                                + "\"resources\":{\"listChanged\":true,\"subscribe\":true}},"
                                + "\"ttlMs\":0,\"cacheScope\":\"private\"}");
            case "tools/list" ->
                result(
                        id,
                        "{\"resultType\":\"complete\"," + "\"ttlMs\":0,\"cacheScope\":\"private\","
                                + TOOLS.substring(1));
            case "subscriptions/listen" -> message(this.subscriptions.open(id, own));
            case "test/listening" ->
                result(id, "{\"resultType\":\"complete\"," + "\"streams\":" + this.subscriptions.count() + "}");
            case "test/notify" -> {
                messages(this.subscriptions.notifications(own));
                result(id, "{\"resultType\":\"complete\"," + "\"streams\":" + this.subscriptions.count() + "}");
            }
            case "test/end" -> {
                messages(this.subscriptions.endings());
                result(id, "{\"resultType\":\"complete\"}");
            }
            case "test/cancel" -> {
                messages(this.subscriptions.cancellations());
                result(id, "{\"resultType\":\"complete\"}");
            }
            case "initialize", "ping" ->
                answer(id, "\"error\":{\"code\":-32601,\"message\":\"only 2026-07-28 is spoken here\"}");
            default -> onRequest(id, method, own);
        }
    }

    private void messages(List<String> all) throws IOException {
        for (String one : all) {
            message(one);
        }
    }

    private void onRequest(String id, String method, String params) throws IOException {
        switch (method) {
            case "initialize" ->
                result(
                        id,
                        "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
                                + "\"serverInfo\":{\"name\":\"stdio\",\"version\":\"1\"}}");
            case "ping" -> result(id, "{}");
            case "tools/list" -> result(id, TOOLS);
            case "tools/call" -> callTool(id, params);
            case "test/echo" -> result(id, params);
            case "test/error" -> answer(id, "\"error\":{\"code\":-32050,\"message\":\"refused\"}");
            case "test/silent" -> {}
            case "test/latin1" ->
                this.out.write(("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{\"text\":\"Größe\"}}\n")
                        .getBytes(StandardCharsets.ISO_8859_1));
            case "test/latin1-request" -> {
                this.out.write(
                        ("{\"method\":\"sampling/createMessage\",\"params\":{\"text\":\"Größe\"},\"jsonrpc\":\"2.0\",\"id\":"
                                        + id + "}\n")
                                .getBytes(StandardCharsets.ISO_8859_1));
                result(id, "{\"n\":1}");
            }
            case "test/speak" -> {
                message("{\"jsonrpc\":\"2.0\",\"method\":\"test/spoken\"}");
                result(id, "{}");
            }
            case "test/stray" -> {
                result("\"stray\"", "{}");
                result(id, "{}");
            }
            case "test/break" -> Runtime.getRuntime().halt(3);
            default -> answer(id, METHOD_NOT_FOUND);
        }
    }

    private void record(String method) throws IOException {
        if (is("record")) {
            Files.writeString(
                    Path.of(this.modes.get("record")),
                    ProcessHandle.current().pid() + " " + method + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        }
    }

    private void misbehave(String method) throws Exception {
        boolean isFirst = !this.begun;
        this.begun = true;
        this.present = method;
        if (is("exit-on", method) || (is("exit-first") && isFirst && !method.equals("initialize"))) {
            System.err.println("giving up");
            Runtime.getRuntime().halt(3);
        }
        if (is("half-on", method)) {
            write("{\"jsonrpc\":\"2.0\",\"id\":");
            Runtime.getRuntime().halt(3);
        }
        if (is("close-stdout-on", method)) {
            this.out.close();
            waitForever();
        }
        if (is("close-stdin-on", method)) {
            System.in.close();
            waitForever();
        }
        while (is("endless-on", method)) {
            this.out.write("xxxxxxxxxxxxxxxx".repeat(1024).getBytes(StandardCharsets.US_ASCII));
        }
        String orphan = this.modes.get("orphan-on");
        if (orphan != null && orphan.startsWith(method + "=")) {
            leaveOrphan(orphan.substring(method.length() + 1));
        }
        if (is("deaf-on", method)) {
            waitForever();
        }
        if (is("flood-on", method)) {
            byte[] flood = "x".repeat(1 << 20).getBytes(StandardCharsets.US_ASCII);
            for (int i = 0; i < 100; i++) {
                System.err.write(flood);
            }
        }
        String said = this.modes.get("say-on");
        if (said != null && said.startsWith(method + "=")) {
            message(said.substring(method.length() + 1));
        }
    }

    private void callTool(String id, String params) throws IOException {
        if (is("ask-on-call")) {
            message(this.modes.get("ask-on-call"));
            result(id, "{\"content\":[{\"type\":\"text\",\"text\":" + quoted(String.valueOf(readLine())) + "}]}");
            return;
        }
        Matcher raw = RAW.matcher(params);
        if (is("raw-on-call") && raw.find()) {
            writeRaw(Base64.getDecoder().decode(raw.group(1)), id);
            if (params.contains("\"alone\":true")) {
                return;
            }
        }
        Matcher tool = TOOL.matcher(params);
        String arguments = StdioSubscriptions.object(params, "arguments");
        String text =
                switch (tool.find() ? tool.group(1) : "") {
                    case "echo" -> arguments == null ? "{}" : arguments;
                    case "environment" ->
                        String.join(
                                ",", System.getenv().keySet().stream().sorted().toList());
                    case "pid" -> Long.toString(ProcessHandle.current().pid());
                    case "wait" -> awaited(arguments);
                    default -> "no such tool";
                };
        String kind = is("modern") ? "\"resultType\":\"complete\"," : "";
        result(id, "{" + kind + "\"content\":[{\"type\":\"text\",\"text\":" + quoted(text) + "}],\"isError\":false}");
    }

    /** Answers the tool "wait" as soon as there is the file in its argument "file". */
    private static String awaited(@Nullable String arguments) {
        Matcher file = FILE.matcher(String.valueOf(arguments));
        if (!file.find()) {
            return "no file";
        }
        awaitFile(Path.of(file.group(1)));
        return "the file is there";
    }

    /** The line of the answer begins behind it. */
    private void writeRaw(byte[] bytes, String id) throws IOException {
        String text = new String(bytes, StandardCharsets.ISO_8859_1).replace("$id", id);
        this.out.write((text + "\n").getBytes(StandardCharsets.ISO_8859_1));
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    private void result(String id, String json) throws IOException {
        answer(id, "\"result\":" + json);
    }

    private void answer(String id, String member) throws IOException {
        String json = "{\"jsonrpc\":\"2.0\",\"id\":" + id + "," + member + "}";
        if (is("late-on", this.present)) {
            this.heldBack = json;
            return;
        }
        message(json);
        if (this.heldBack != null) {
            message(this.heldBack);
            this.heldBack = null;
        }
        if (is("twice")) {
            message(json);
        }
    }

    private void message(String json) throws IOException {
        if (is("noise")) {
            write("DEBUG about to answer {not json\n\n[1, 2\n\"text\"\n{\"jsonrpc\":\"2.0\"}\n");
            this.out.write(new byte[] {'{', '"', (byte) 0xE9, '"', '}', '\n'});
        }
        String line = json + (is("crlf") ? "\r\n" : "\n");
        if (is("halves")) {
            int half = line.length() / 2;
            write(line.substring(0, half));
            pause();
            write(line.substring(half));
        } else {
            write(line);
        }
    }

    private static void pause() {
        try {
            Thread.sleep(20); // the fault itself: a line that comes in two parts (E10)
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    private void write(String text) throws IOException {
        this.out.write(text.getBytes(StandardCharsets.UTF_8));
    }
}
