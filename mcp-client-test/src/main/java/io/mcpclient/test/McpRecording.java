package io.mcpclient.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import io.mcpclient.McpClient;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.JsonRpcResult;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.support.recording.RecordedExchange;
import io.mcpclient.support.recording.Redaction;

/**
 * The conversation with a real server: its lists, and the results of calls. It is recorded once with a real server, kept as a
 * file beside the tests, and replayed without the server. Headers of the connection are never part of a recording. These secrets are
 * replaced by {@code ***} when they are recorded, in parameters, results, errors, and in texts that are JSON:
 * <ul>
 * <li>values of members whose name says that they are secret, objects and arrays included: {@code authorization},
 * {@code password}, {@code secret}, {@code token}, {@code api_key}, {@code jwt}, {@code session_id}, {@code cookie},
 * {@code credentials} and names that contain one of them, but not {@code key}, which often names something else
 * <li>credentials that clients in this process have sent
 * <li>in any text: {@code Bearer}, {@code Basic} and {@code DPoP} credentials, JWTs, private keys, credentials in URLs and their
 * parameters, such as {@code api_key}, {@code key}, {@code token} and {@code code}, and assignments such as {@code password=}
 * </ul>
 * Read a recording before you publish it: other secrets are not recognized. What is masked in a request matches any value when it
 * is replayed. A list that was not recorded is replayed as an empty one: applications list on their own. Thread-safe.
 *
 * <pre>{@code
 * McpRecording recording = McpRecording.create().redact("account");
 * try (McpTestServer server = McpTestServer.record("weather", realClient, recording)) {
 *     // call the tools through server.transport() or server.url()
 * }
 * recording.write(Path.of("src/test/resources/weather.json"));
 * }</pre>
 */
public final class McpRecording {

    private static final Arguments API = new Arguments("McpRecording");

    /** Members of results with the items of a list, by method. */
    private static final Map<String, String> LISTS = Map.of(
            McpMethods.TOOLS_LIST, "tools",
            McpMethods.PROMPTS_LIST, "prompts",
            McpMethods.RESOURCES_LIST, "resources",
            McpMethods.RESOURCES_TEMPLATES_LIST, "resourceTemplates");

    private static final Set<PosixFilePermission> OWNER_ONLY =
            Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

    private final Redaction redaction = new Redaction();

    private final List<RecordedExchange> exchanges = new ArrayList<>();

    private McpRecording() {}

    /**
     * Creates an empty recording.
     * @return the recording
     */
    public static McpRecording create() {
        return new McpRecording();
    }

    /**
     * Reads a recording.
     * @param file the file
     * @return the recording
     * @throws IllegalArgumentException if it is not a recording
     * @throws UncheckedIOException if it cannot be read
     */
    public static McpRecording read(Path file) {
        try {
            return parse(Files.readString(API.present(file, "file")));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        } catch (IllegalArgumentException ex) {
            throw new IllegalArgumentException(file + " is not a recording: " + ex.getMessage(), ex);
        }
    }

    /**
     * Reads a recording.
     * @param json content of a file that was written by {@link #write}
     * @return the recording
     * @throws IllegalArgumentException if it is not a recording
     */
    public static McpRecording parse(String json) {
        McpRecording recording = create();
        recording.exchanges.addAll(RecordedExchange.read(API.present(json, "json")));
        return recording;
    }

    /**
     * Replaces the values of more members.
     * @param names names of members, or parts of them, not blank; letter case does not matter
     * @return this
     */
    public synchronized McpRecording redact(String... names) {
        for (String name : API.present(names, "names")) {
            this.redaction.add(API.text(name, "names"));
        }
        return this;
    }

    /**
     * Writes the recording, one exchange per line, so that a change is easy to review. Only the owner may read the file, where the
     * file system has such permissions.
     * @param file the file, replaced if it exists
     * @throws UncheckedIOException if it cannot be written
     */
    public synchronized void write(Path file) {
        try {
            create(API.present(file, "file"));
            Files.writeString(file, RecordedExchange.write(this.exchanges));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Creates an empty file, which nobody else can open before it has its permissions. */
    private static void create(Path file) throws IOException {
        Files.deleteIfExists(file);
        if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        }
    }

    /** Returns a responder that asks a real server. */
    Responder recorded(McpClient real) {
        return (id, method, params) -> {
            try {
                Map<?, ?> result = real.raw().request(method, params, Map.class, McpCallOptions.defaults());
                add(new RecordedExchange(method, params, Json.object(result), null));
                return new JsonRpcResult(id, result);
            } catch (McpRequestException ex) {
                String message = ex.serverMessage();
                RecordedExchange failed =
                        new RecordedExchange(method, params, null, Map.of("code", ex.code(), "message", message));
                add(failed);
                return response(id, failed);
            }
        };
    }

    /** Requests the lists that nothing has requested from a server that records. */
    static void requestMissingLists(McpTestServer server) {
        try (McpClient client =
                McpClient.builder(server.name()).transport(server.transport()).build()) {
            requestUnlessDone(server, McpMethods.TOOLS_LIST, client::listTools);
            requestUnlessDone(server, McpMethods.PROMPTS_LIST, client::listPrompts);
            requestUnlessDone(server, McpMethods.RESOURCES_LIST, client::listResources);
            requestUnlessDone(server, McpMethods.RESOURCES_TEMPLATES_LIST, client.resources()::listTemplates);
        } catch (McpException ex) {
            // The real server is gone: the recording has what was received before.
        }
    }

    private static void requestUnlessDone(McpTestServer server, String method, Runnable list) {
        if (server.requests(method) == 0) {
            list.run();
        }
    }

    private synchronized void add(RecordedExchange exchange) {
        this.exchanges.add(exchange.redacted(this.redaction));
    }

    /** Returns a responder that answers from this recording: equal requests in their order, then the last answer again. */
    Responder replayed() {
        Set<RecordedExchange> used = Collections.newSetFromMap(new IdentityHashMap<>());
        return (id, method, params) -> replay(id, method, Json.plainObject(params), used);
    }

    /** Compares exchanges by identity: a status that was polled twice may have been the same both times. */
    private synchronized JsonRpcMessage replay(
            JsonRpcId id, String method, Map<String, Object> params, Set<RecordedExchange> used) {
        RecordedExchange last = null;
        for (RecordedExchange exchange : this.exchanges) {
            if (exchange.method().equals(method) && Redaction.matches(exchange.params(), params)) {
                last = exchange;
                if (used.add(exchange)) {
                    return response(id, exchange);
                }
            }
        }
        if (last != null) {
            return response(id, last);
        }
        return LISTS.containsKey(method)
                ? emptyList(id, method)
                : new JsonRpcError(id, McpErrorCodes.INVALID_PARAMS, notRecorded(method, params), null);
    }

    private static JsonRpcResult emptyList(JsonRpcId id, String method) {
        return new JsonRpcResult(id, Map.of(LISTS.getOrDefault(method, ""), List.of()));
    }

    /** A test server announces all lists. One that the real server does not have is empty. */
    private static JsonRpcMessage response(JsonRpcId id, RecordedExchange exchange) {
        Map<String, Object> error = exchange.error();
        if (error != null) {
            int code = (error.get("code") instanceof Number number) ? number.intValue() : McpErrorCodes.INTERNAL_ERROR;
            if (code == McpErrorCodes.METHOD_NOT_FOUND && LISTS.containsKey(exchange.method())) {
                return emptyList(id, exchange.method());
            }
            return new JsonRpcError(id, code, String.valueOf(error.get("message")), null);
        }
        return new JsonRpcResult(id, Objects.requireNonNullElse(exchange.result(), Map.of()));
    }

    private String notRecorded(String method, Map<String, Object> params) {
        String asked = Json.text(this.redaction.object(params));
        return "not recorded: " + method + " " + asked
                + this.exchanges.stream()
                        .filter(exchange -> exchange.method().equals(method))
                        .map(exchange -> Json.text(exchange.params()))
                        .max((one, other) -> Integer.compare(common(asked, one), common(asked, other)))
                        .map(nearest -> ". The most similar recorded request has " + nearest)
                        .orElse(". No request of this method was recorded");
    }

    private static int common(String one, String other) {
        int length = 0;
        while (length < Math.min(one.length(), other.length()) && one.charAt(length) == other.charAt(length)) {
            length++;
        }
        return length;
    }
}
