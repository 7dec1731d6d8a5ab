package io.mcpclient.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A well-behaved server of the stateless revision: it supports discovery, tools, resources, prompts, completion and
 * subscriptions. A rule of the script takes precedence over this behaviour.
 *
 * <p>Every request has to be as the revision demands, also one that a rule answers; what is not is refused with the
 * error of the revision, and unexpected. So is anything of the handshake revisions. Other methods that the server does
 * not know get 404 with -32601, and a version that it does not support gets 400 with -32022, both as the specification
 * requires.
 */
public final class ScriptedModernServer extends ScriptedHttpServer {

    /** The revision of the server by default. */
    public static final String REVISION = "2026-07-28";

    private static final String ACKNOWLEDGED_SUBSCRIPTIONS = "resourceSubscriptions";
    private static final Set<String> OTHER_ERA = Set.of(
            "initialize",
            "ping",
            "logging/setLevel",
            "resources/subscribe",
            "resources/unsubscribe",
            "tasks/list",
            "tasks/result");
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final List<ListenStream> streams = new ArrayList<>();
    private int streamsOpened;
    private List<String> versions = List.of(REVISION);
    private String capabilities = "{\"tools\":{\"listChanged\":true},\"prompts\":{\"listChanged\":true},"
            + "\"resources\":{\"listChanged\":true,\"subscribe\":true},\"completions\":{}}";
    private String hints = "\"ttlMs\":0,\"cacheScope\":\"private\"";
    private String tools =
            "{\"name\":\"echo\",\"description\":\"Returns its arguments\"," + "\"inputSchema\":{\"type\":\"object\"}}";
    private String resources = "{\"uri\":\"test://one\",\"name\":\"one\"}";
    private String templates = "{\"uriTemplate\":\"test://{name}\",\"name\":\"any\"}";
    private String prompts = "{\"name\":\"greet\",\"arguments\":[{\"name\":\"who\"}]}";

    ScriptedModernServer(int port, Consumer<? super ScriptedModernServer> script) {
        super(port);
        script.accept(this);
        start();
    }

    // capabilities

    /** Replaces the tools, each a JSON object. */
    public ScriptedModernServer tools(String... tools) {
        return with(() -> this.tools = joined(tools));
    }

    /** Replaces the resources, each a JSON object. Reading one tells its address. */
    public ScriptedModernServer resources(String... resources) {
        return with(() -> this.resources = joined(resources));
    }

    /** Replaces the templates of resources, each a JSON object. All of {@code test://} can be read in any case. */
    public ScriptedModernServer templates(String... templates) {
        return with(() -> this.templates = joined(templates));
    }

    /** Replaces the prompts, each a JSON object. */
    public ScriptedModernServer prompts(String... prompts) {
        return with(() -> this.prompts = joined(prompts));
    }

    /** Replaces the capabilities, a JSON object. What is not in there is not known, nor told of. */
    public ScriptedModernServer capabilities(String json) {
        return with(() -> this.capabilities = json);
    }

    /** Replaces the hints of all results that can be cached, by default 0 ms and {@code private}. */
    public ScriptedModernServer cacheHints(long ttlMs, String scope) {
        return with(() -> this.hints = "\"ttlMs\":" + ttlMs + ",\"cacheScope\":\"" + scope + "\"");
    }

    /** Replaces the versions that the server supports. */
    public ScriptedModernServer versions(String... versions) {
        return with(() -> this.versions = List.of(versions));
    }

    private ScriptedModernServer with(Supplier<?> change) {
        return locked(() -> {
            change.get();
            return this;
        });
    }

    private static String joined(String... objects) {
        return String.join(",", Arrays.asList(objects));
    }

    // subscriptions

    /** The subscriptions that are open now, the oldest first. */
    public List<ListenStream> streams() {
        return locked(() -> List.copyOf(this.streams));
    }

    /** How many subscriptions the server's own habit has opened so far. */
    public int streamsOpened() {
        return locked(() -> this.streamsOpened);
    }

    /** Waits until exactly that many subscriptions are open, and returns them, the oldest first. */
    public List<ListenStream> awaitStreams(int count, Duration limit) {
        await(() -> this.streams.size() == count, limit, () -> count + " subscriptions, but there are " + this.streams);
        return streams();
    }

    /** Waits until the server has opened that many subscriptions in all, and returns those open now. */
    public List<ListenStream> awaitStreamsOpened(int count, Duration limit) {
        await(
                () -> this.streamsOpened >= count,
                limit,
                () -> count + " subscriptions ever, but there were " + this.streamsOpened);
        return streams();
    }

    /** Tells all subscriptions that asked for it, and returns how many that are. */
    public int notify(String method, String params) {
        List<ListenStream> asked = streams().stream()
                .filter(stream -> stream.covers(method, params))
                .toList();
        asked.forEach(stream -> stream.notify(method, params));
        return asked.size();
    }

    void over(ListenStream stream) {
        locked(() -> {
            boolean wasOpen = this.streams.remove(stream);
            changed();
            return wasOpen;
        });
    }

    @Override
    void ended(int connection) {
        this.streams.removeIf(stream -> stream.request().connection() == connection);
    }

    // habits

    @Override
    void replying(RecordedRequest request, Reply reply) {
        if (ModernRequestCheck.meta(request).has(ModernRequestCheck.VERSION)) {
            ModernRequestCheck.Violation violation = ModernRequestCheck.of(request);
            if (violation != null) {
                unexpected(request, violation.message());
            }
        }
    }

    @Override
    Reply unscripted(RecordedRequest request) {
        if (!request.method().equals("POST")) {
            unexpected(request, "only POST is in this revision");
            return Reply.status(405).withHeader("Allow", "POST");
        }
        ModernRequestCheck.Violation violation = ModernRequestCheck.of(request);
        if (violation != null) {
            unexpected(request, violation.message());
            return refusal(400, violation.code(), violation.message());
        }
        JsonNode version = ModernRequestCheck.meta(request).path(ModernRequestCheck.VERSION);
        if (!this.versions.contains(version.stringValue())) {
            return unsupported(version);
        }
        if (OTHER_ERA.contains(request.rpcMethod())) {
            unexpected(request, "a method of another era");
        }
        return offers(String.valueOf(request.rpcMethod())) ? habit(request) : unknownMethod();
    }

    private boolean offers(String method) {
        String feature =
                switch (method.split("/", 2)[0]) {
                    case "tools" -> "tools";
                    case "resources" -> "resources";
                    case "prompts" -> "prompts";
                    case "completion" -> "completions";
                    default -> null;
                };
        return feature == null || JSON.readTree(this.capabilities).has(feature);
    }

    private Reply habit(RecordedRequest request) {
        return switch (String.valueOf(request.rpcMethod())) {
            case "server/discover" -> result(discovery() + "," + this.hints);
            case "tools/list" -> result("\"tools\":[" + this.tools + "]," + this.hints);
            case "tools/call" -> callTool(request);
            case "resources/list" -> result("\"resources\":[" + this.resources + "]," + this.hints);
            case "resources/templates/list" -> result("\"resourceTemplates\":[" + this.templates + "]," + this.hints);
            case "resources/read" -> readResource(request);
            case "prompts/list" -> result("\"prompts\":[" + this.prompts + "]," + this.hints);
            case "prompts/get" -> prompt(request);
            case "completion/complete" -> result("\"completion\":{\"values\":[\"one\",\"two\"],\"total\":2}");
            case "subscriptions/listen" -> listen(request);
            default -> unknownMethod();
        };
    }

    private String discovery() {
        return "\"supportedVersions\":" + JSON.valueToTree(this.versions) + ",\"capabilities\":" + this.capabilities
                + ",\"_meta\":{\"io.modelcontextprotocol/serverInfo\":{\"name\":\"scripted\",\"version\":\"1\"}}";
    }

    private Reply callTool(RecordedRequest request) {
        if (!lists(this.tools, "name", request.json().at("/params/name"))) {
            return refusal(200, ModernRequestCheck.INVALID_PARAMS, "Unknown tool");
        }
        JsonNode arguments = request.json().at("/params/arguments");
        ObjectNode content = JSON.createObjectNode().put("type", "text").put("text", arguments.toString());
        return result("\"content\":[" + content + "],\"isError\":false");
    }

    private Reply readResource(RecordedRequest request) {
        JsonNode uri = request.json().at("/params/uri");
        if (!uri.asString("").startsWith("test://") && !lists(this.resources, "uri", uri)) {
            return refusal(200, ModernRequestCheck.INVALID_PARAMS, "Unknown resource");
        }
        return result(
                "\"contents\":[{\"uri\":" + uri + ",\"mimeType\":\"text/plain\",\"text\":" + uri + "}]," + this.hints);
    }

    private Reply prompt(RecordedRequest request) {
        if (!lists(this.prompts, "name", request.json().at("/params/name"))) {
            return refusal(200, ModernRequestCheck.INVALID_PARAMS, "Unknown prompt");
        }
        JsonNode arguments = request.json().at("/params/arguments");
        ObjectNode content = JSON.createObjectNode().put("type", "text").put("text", arguments.toString());
        return result("\"messages\":[{\"role\":\"user\",\"content\":" + content + "}]");
    }

    private static boolean lists(String objects, String member, JsonNode wanted) {
        return JSON.readTree("[" + objects + "]").valueStream().anyMatch(listed -> wanted.equals(listed.get(member)));
    }

    /** Called under the lock. */
    private Reply listen(RecordedRequest request) {
        ListenStream stream = new ListenStream(
                this, request, agreed(request.json().path("params").path("notifications")));
        this.streams.add(stream);
        this.streamsOpened++;
        changed();
        return stream.reply();
    }

    /** Of what was asked for, that which the capabilities offer. */
    private JsonNode agreed(JsonNode asked) {
        JsonNode offered = JSON.readTree(this.capabilities);
        ObjectNode agreed = JSON.createObjectNode();
        for (String feature : List.of("tools", "prompts", "resources")) {
            String member = feature + "ListChanged";
            if (asked.path(member).asBoolean(false)
                    && offered.at("/" + feature + "/listChanged").asBoolean(false)) {
                agreed.put(member, true);
            }
        }
        JsonNode watched = asked.path(ACKNOWLEDGED_SUBSCRIPTIONS);
        if (!watched.isEmpty() && offered.at("/resources/subscribe").asBoolean(false)) {
            agreed.set(ACKNOWLEDGED_SUBSCRIPTIONS, watched);
        }
        return agreed;
    }

    private static Reply result(String members) {
        return Reply.result("{\"resultType\":\"complete\"," + members + "}");
    }

    private Reply unsupported(JsonNode requested) {
        return Reply.json(
                400,
                "{\"jsonrpc\":\"2.0\",\"id\":$id,\"error\":{\"code\":-32022,\"message\":\"Unsupported protocol version\","
                        + "\"data\":{\"supported\":" + JSON.valueToTree(this.versions) + ",\"requested\":" + requested
                        + "}}}");
    }

    private static Reply unknownMethod() {
        return refusal(404, -32601, "Method not found");
    }

    private static Reply refusal(int status, int code, String message) {
        return Reply.json(
                status,
                "{\"jsonrpc\":\"2.0\",\"id\":$id,\"error\":{\"code\":" + code + ",\"message\":\"" + message + "\"}}");
    }
}
