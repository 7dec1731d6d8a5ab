package io.mcpclient.test;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.jsonrpc.JsonRpcResult;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.schema.McpMetaKeys;
import io.mcpclient.status.McpEra;

/** What a test server does with messages, in both eras, whatever the transport. Thread-safe. */
final class ServerProtocol {

    static final String STATELESS = "2026-07-28";

    private static final String HANDSHAKE = "2025-11-25";

    private static final Set<String> HANDSHAKES = Set.of("2024-11-05", "2025-03-26", "2025-06-18", HANDSHAKE);

    /** Methods that a {@link Responder} does not answer. */
    private static final Set<String> OWN =
            Set.of("initialize", "ping", "server/discover", "subscriptions/listen", "logging/setLevel");

    /** Lists whose changes are announced. */
    private static final List<String> LISTS = List.of("tools", "resources", "prompts");

    private static final String ANSWER = "answer";

    private final ServerScript script;

    /** Sessions of the handshake era. */
    private final Set<Channel> sessions = new CopyOnWriteArraySet<>();

    private final List<Listener> listeners = new CopyOnWriteArrayList<>();

    /** Calls of the stateless era that wait for the user's answer, by the state that the client returns. */
    private final Map<String, Waiting> waiting = new ConcurrentHashMap<>();

    private final AtomicLong ids = new AtomicLong(1_000_000);

    ServerProtocol(ServerScript script) {
        this.script = script;
    }

    /** A subscription of the stateless era. */
    private record Listener(Object id, Map<String, Object> filter, Channel channel, Channel.Exchange exchange) {

        boolean asksFor(String member, @Nullable String uri) {
            return (uri == null)
                    ? Boolean.TRUE.equals(this.filter.get(member))
                    : this.filter.get(member) instanceof Collection<?> uris && uris.contains(uri);
        }
    }

    private record Waiting(McpTestCall call, ToolStep step) {}

    /** A request that is being answered. */
    private record Received(
            JsonRpcId id,
            String method,
            Map<String, Object> params,
            boolean stateless,
            Channel channel,
            Channel.Exchange exchange,
            Map<String, String> headers) {

        Map<String, Object> meta() {
            return Json.member(this.params, "_meta");
        }

        void result(Map<String, Object> result) {
            Map<String, Object> complete = new LinkedHashMap<>(result);
            if (this.stateless) {
                complete.putIfAbsent("resultType", "complete");
            }
            this.exchange.send(new JsonRpcResult(this.id, complete));
        }

        void error(int code, String message) {
            this.exchange.send(new JsonRpcError(this.id, code, message, null));
        }
    }

    void ended(Channel channel) {
        this.sessions.remove(channel);
        this.listeners.removeIf(listener -> listener.channel() == channel);
        channel.asked.values().forEach(answer -> answer.cancel(false));
    }

    void ended(Channel.Exchange exchange) {
        this.listeners.removeIf(listener -> listener.exchange() == exchange);
    }

    void onMessage(JsonRpcMessage message, Channel channel, Channel.Exchange exchange, Map<String, String> headers) {
        if (message instanceof JsonRpcRequest request) {
            Map<String, Object> params = Json.object(request.params());
            boolean stateless = Json.member(params, "_meta").containsKey(McpMetaKeys.PROTOCOL_VERSION);
            handle(new Received(request.id(), request.method(), params, stateless, channel, exchange, headers));
        } else if (message instanceof JsonRpcResult result) {
            complete(channel, result.id(), result.result());
        } else if (message instanceof JsonRpcError error && error.id() != null) {
            complete(channel, error.id(), error);
        } else if (message instanceof JsonRpcNotification notification
                && notification.method().equals("notifications/cancelled")) {
            Object id = Json.object(notification.params()).get("requestId");
            this.listeners.removeIf(listener -> Json.same(listener.id(), id) && listener.channel() == channel);
        }
    }

    private static void complete(Channel channel, JsonRpcId id, Object answer) {
        CompletableFuture<Object> asked = channel.asked.remove(id);
        if (asked != null) {
            asked.complete(answer);
        }
    }

    private void handle(Received request) {
        this.script.received(request.method());
        McpEra era = request.stateless() ? McpEra.MODERN : McpEra.LEGACY;
        Responder responder = this.script.responder();
        if (!this.script.eras().contains(era)) {
            request.error(McpErrorCodes.METHOD_NOT_FOUND, "Method not found");
        } else if (request.method().equals("tools/call")) {
            call(request);
        } else if (responder != null && !OWN.contains(request.method())) {
            respond(request, responder);
        } else {
            answer(request);
        }
    }

    private void answer(Received request) {
        switch (request.method()) {
            case "initialize" -> {
                this.sessions.add(request.channel());
                request.result(initialized(request));
            }
            case "server/discover" -> request.result(discovered());
            case "ping", "logging/setLevel" -> request.result(Map.of());
            case "tools/list" -> request.result(list(request, "tools", this.script.listTools()));
            case "resources/list" -> request.result(list(request, "resources", this.script.listResources()));
            case "resources/templates/list" -> request.result(list(request, "resourceTemplates", List.of()));
            case "prompts/list" -> request.result(list(request, "prompts", this.script.listPrompts()));
            case "resources/read" ->
                found(
                        request,
                        this.script.resource(String.valueOf(request.params().get("uri"))),
                        "resource",
                        "uri");
            case "prompts/get" ->
                found(
                        request,
                        this.script.prompt(String.valueOf(request.params().get("name"))),
                        "prompt",
                        "name");
            case "resources/subscribe" -> {
                request.channel().followed.add(String.valueOf(request.params().get("uri")));
                request.result(Map.of());
            }
            case "resources/unsubscribe" -> {
                request.channel()
                        .followed
                        .remove(String.valueOf(request.params().get("uri")));
                request.result(Map.of());
            }
            case "subscriptions/listen" -> listen(request);
            default -> request.error(McpErrorCodes.METHOD_NOT_FOUND, "Method not found");
        }
    }

    private Map<String, Object> initialized(Received request) {
        Object asked = request.params().get("protocolVersion");
        return Map.of(
                "protocolVersion",
                HANDSHAKES.contains(String.valueOf(asked)) ? String.valueOf(asked) : HANDSHAKE,
                "capabilities",
                capabilities(),
                "serverInfo",
                info());
    }

    private Map<String, Object> discovered() {
        return cacheable(Map.of(
                "supportedVersions",
                List.of(STATELESS),
                "capabilities",
                capabilities(),
                "_meta",
                Map.of(McpMetaKeys.SERVER_INFO, info())));
    }

    private Map<String, Object> info() {
        return Map.of("name", this.script.name(), "version", "test");
    }

    private static Map<String, Object> capabilities() {
        return Map.of(
                "tools", Map.of("listChanged", true),
                "resources", Map.of("listChanged", true, "subscribe", true),
                "prompts", Map.of("listChanged", true),
                "logging", Map.of());
    }

    private Map<String, Object> list(Received request, String member, List<Map<String, Object>> items) {
        Map<String, Object> list = Map.of(member, items);
        return request.stateless() ? cacheable(list) : list;
    }

    private Map<String, Object> cacheable(Map<String, Object> result) {
        Map<String, Object> all = new LinkedHashMap<>(result);
        all.put("ttlMs", this.script.ttl().toMillis());
        all.put("cacheScope", "private");
        return all;
    }

    private void found(Received request, @Nullable Map<String, Object> result, String kind, String member) {
        if (result == null) {
            int code = (kind.equals("resource") && !request.stateless())
                    ? McpErrorCodes.RESOURCE_NOT_FOUND
                    : McpErrorCodes.INVALID_PARAMS;
            request.error(code, "Unknown " + kind + ": " + request.params().get(member));
        } else {
            request.result((request.stateless() && kind.equals("resource")) ? cacheable(result) : result);
        }
    }

    private static void respond(Received request, Responder responder) {
        Map<String, Object> params = new LinkedHashMap<>(request.params());
        params.remove("_meta");
        Mono.fromCallable(() -> responder.respond(request.id(), request.method(), params))
                .subscribeOn(Schedulers.boundedElastic())
                .subscribe(
                        response -> {
                            if (response instanceof JsonRpcResult result) {
                                request.result(Json.object(result.result()));
                            } else {
                                request.exchange().send(response);
                            }
                        },
                        ex -> request.error(McpErrorCodes.INTERNAL_ERROR, String.valueOf(ex.getMessage())));
    }

    private void call(Received request) {
        Waiting continued = this.waiting.remove(String.valueOf(request.params().get("requestState")));
        if (continued != null) {
            Object answer = Json.member(request.params(), "inputResponses").get(ANSWER);
            ElicitResult given = (answer != null) ? Json.convert(answer, ElicitResult.class) : null;
            run(request, continued.call().withAnswer(given), continued.step());
            return;
        }
        McpTestCall call = new McpTestCall(
                String.valueOf(request.params().get("name")),
                Json.member(request.params(), "arguments"),
                request.meta(),
                request.headers(),
                null);
        this.script.called(call);
        Responder responder = this.script.responder();
        if (responder != null) {
            respond(request, responder);
            return;
        }
        McpTestTool tool = this.script.tool(call.tool());
        if (tool == null) {
            request.error(McpErrorCodes.INVALID_PARAMS, unknown(call.tool()));
            return;
        }
        Set<String> missing = missing(tool, call);
        if (!missing.isEmpty()) {
            request.error(McpErrorCodes.INVALID_PARAMS, "Missing arguments of " + call.tool() + ": " + missing);
            return;
        }
        ToolStep step = tool.next();
        if (step == null) {
            request.error(
                    McpErrorCodes.INTERNAL_ERROR,
                    "The tool " + call.tool() + " of the test server has no answer: use returns, fails or another one");
            return;
        }
        ask(request, call, step);
    }

    private String unknown(String tool) {
        Collection<String> known = new TreeSet<>(this.script.toolNames());
        return "Unknown tool: " + tool
                + (known.isEmpty() ? ". The test server has no tools" : ". The test server has " + known);
    }

    private static Set<String> missing(McpTestTool tool, McpTestCall call) {
        Set<String> missing = new TreeSet<>();
        if (Json.object(tool.definition().get("inputSchema")).get("required") instanceof Collection<?> required) {
            required.forEach(name -> missing.add(String.valueOf(name)));
        }
        missing.removeAll(call.arguments().keySet());
        return missing;
    }

    private void ask(Received request, McpTestCall call, ToolStep step) {
        ToolStep.Question question = step.question();
        if (question == null) {
            run(request, call, step);
            return;
        }
        Map<String, Object> form =
                Map.of("message", question.message(), "requestedSchema", Json.object(question.form()));
        if (request.stateless()) {
            String state = "waiting-" + this.ids.incrementAndGet();
            this.waiting.put(state, new Waiting(call, step));
            request.result(Map.of(
                    "resultType",
                    "input_required",
                    "inputRequests",
                    Map.of(ANSWER, Map.of("method", "elicitation/create", "params", form)),
                    "requestState",
                    state));
            return;
        }
        JsonRpcId id = JsonRpcId.of(this.ids.incrementAndGet());
        CompletableFuture<Object> answer = new CompletableFuture<>();
        request.channel().asked.put(id, answer);
        request.exchange().send(new JsonRpcRequest(id, "elicitation/create", form));
        answer.thenAccept(given -> {
            if (given instanceof JsonRpcError error) {
                request.error(McpErrorCodes.INTERNAL_ERROR, "The client did not answer: " + error.message());
            } else {
                run(request, call.withAnswer(Json.convert(given, ElicitResult.class)), step);
            }
        });
    }

    private void run(Received request, McpTestCall call, ToolStep step) {
        Object token = request.meta().get(McpMetaKeys.PROGRESS_TOKEN);
        if (token != null) {
            step.progress().forEach(progress -> request.exchange().send(progress(token, progress)));
        }
        this.script
                .time()
                .delay(step.delay())
                .publishOn(Schedulers.boundedElastic())
                .subscribe(due -> end(request, call, step.ending()));
    }

    private static JsonRpcNotification progress(Object token, ToolStep.Progress progress) {
        Map<String, Object> params = new LinkedHashMap<>();
        params.put("progressToken", token);
        params.put("progress", progress.progress());
        params.put("total", progress.total());
        if (progress.message() != null) {
            params.put("message", progress.message());
        }
        return new JsonRpcNotification("notifications/progress", params);
    }

    private static void end(Received request, McpTestCall call, ToolStep.Ending ending) {
        if (ending instanceof ToolStep.Result result) {
            request.result(Json.object(result(call, result)));
        } else if (ending instanceof ToolStep.Rejection rejection) {
            request.error(rejection.code(), rejection.message());
        } else if (ending == ToolStep.Other.DISCONNECT) {
            request.channel().disconnect();
        }
    }

    private static CallToolResult result(McpTestCall call, ToolStep.Result result) {
        try {
            return result.function().apply(call);
        } catch (RuntimeException ex) {
            return CallToolResult.error(String.valueOf(ex.getMessage()));
        }
    }

    /** Tells a change that happened between the list of the client and its subscription, which it would miss. */
    private void listen(Received request) {
        Map<String, Object> filter = Json.member(request.params(), "notifications");
        Object id = request.id().toJson();
        Listener listener = new Listener(id, filter, request.channel(), request.exchange());
        synchronized (this.listeners) {
            this.listeners.add(listener);
            tell(listener, "notifications/subscriptions/acknowledged", Map.of("notifications", filter));
            LISTS.stream()
                    .filter(kind -> listener.asksFor(changes(kind), null) && this.script.isStale(kind))
                    .forEach(kind -> tell(listener, changed(kind), Map.of()));
        }
    }

    private static String changes(String kind) {
        return kind + "ListChanged";
    }

    private static String changed(String kind) {
        return "notifications/" + kind + "/list_changed";
    }

    private static void tell(Listener listener, String method, Map<String, Object> params) {
        Map<String, Object> all = new LinkedHashMap<>(params);
        all.put("_meta", Map.of(McpMetaKeys.SUBSCRIPTION_ID, listener.id()));
        listener.exchange().send(new JsonRpcNotification(method, all));
    }

    /** Tells the clients that a list has changed: sessions, and subscriptions that ask for it. */
    void listChanged(String kind) {
        this.script.changed(kind);
        this.sessions.forEach(session -> session.send(new JsonRpcNotification(changed(kind), null)));
        synchronized (this.listeners) {
            this.listeners.stream()
                    .filter(listener -> listener.asksFor(changes(kind), null))
                    .forEach(listener -> tell(listener, changed(kind), Map.of()));
        }
    }

    /** Tells the clients that all lists have changed. */
    void allListsChanged() {
        LISTS.forEach(this::listChanged);
    }

    /** Tells the clients that follow a resource. */
    void updated(String uri) {
        Map<String, Object> params = Map.of("uri", uri);
        this.sessions.stream()
                .filter(session -> session.followed.contains(uri))
                .forEach(session -> session.send(new JsonRpcNotification("notifications/resources/updated", params)));
        this.listeners.stream()
                .filter(listener -> listener.asksFor("resourceSubscriptions", uri))
                .forEach(listener -> tell(listener, "notifications/resources/updated", params));
    }

    /** Sends a log message to the clients of the handshake era. */
    void log(Map<String, Object> params) {
        this.sessions.forEach(session -> session.send(new JsonRpcNotification("notifications/message", params)));
    }
}
