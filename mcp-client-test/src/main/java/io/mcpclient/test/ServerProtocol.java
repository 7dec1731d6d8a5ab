package io.mcpclient.test;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.Function;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.jsonrpc.JsonRpcResult;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.schema.McpExtensions;
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

    /** Methods that the stateless era does not have. */
    private static final Set<String> NOT_STATELESS =
            Set.of("initialize", "ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe");

    private final ServerScript script;

    private final ServerSettings settings;

    private final Subscriptions subscriptions;

    private final TestTasks tasks;

    private final ToolCalls calls;

    /** Sessions of the handshake era. */
    private final Set<Channel> sessions = new CopyOnWriteArraySet<>();

    ServerProtocol(ServerScript script) {
        this.script = script;
        this.settings = script.settings();
        this.subscriptions = new Subscriptions(script);
        this.tasks = new TestTasks(script, this.subscriptions);
        this.calls = new ToolCalls(script, this.tasks);
    }

    Subscriptions subscriptions() {
        return this.subscriptions;
    }

    void ended(Channel channel) {
        this.sessions.remove(channel);
        this.subscriptions.removeIf(request -> request.channel() == channel);
        channel.asked.values().forEach(answer -> answer.cancel(false));
    }

    /** Stops the calls of a connection, to which no result can be sent any longer. */
    void stop(Channel channel) {
        this.calls.stop(request -> request.channel() == channel);
    }

    void ended(Channel.Exchange exchange) {
        this.subscriptions.removeIf(request -> request.exchange() == exchange);
        this.calls.ended(exchange);
    }

    void onMessage(JsonRpcMessage message, Channel channel, Channel.Exchange exchange, Map<String, String> headers) {
        if (message instanceof JsonRpcRequest request) {
            handle(received(request, channel, exchange, headers));
        } else if (message instanceof JsonRpcResult result) {
            complete(channel, result.id(), result.result());
        } else if (message instanceof JsonRpcError error && error.id() != null) {
            complete(channel, error.id(), error);
        } else if (message instanceof JsonRpcNotification notification
                && notification.method().equals("notifications/cancelled")) {
            Object id = Json.object(notification.params()).get("requestId");
            Predicate<Received> cancelled = request ->
                    request.channel() == channel && Json.same(request.id().toJson(), id);
            this.subscriptions.removeIf(cancelled);
            this.calls.stop(cancelled);
        }
    }

    private Received received(
            JsonRpcRequest message, Channel channel, Channel.Exchange exchange, Map<String, String> headers) {
        McpTestRequest request = new McpTestRequest(message.method(), Json.object(message.params()), headers);
        return new Received(
                message.id(),
                request,
                request.meta().containsKey(McpMetaKeys.PROTOCOL_VERSION),
                channel,
                exchange,
                Json.object(this.settings.info),
                new RequestObservations(this.script.name(), this.settings.observations).start(message.id(), request));
    }

    private static void complete(Channel channel, JsonRpcId id, Object answer) {
        CompletableFuture<Object> asked = channel.asked.remove(id);
        if (asked != null) {
            asked.complete(answer);
        }
    }

    private void handle(Received request) {
        this.script.received(request.method());
        try {
            dispatch(request);
        } catch (McpTestError error) {
            request.error(error);
        } catch (RuntimeException | AssertionError ex) { // of a function of the test
            request.error(McpErrorCodes.INTERNAL_ERROR, McpTestError.describe(ex));
        }
    }

    private void dispatch(Received request) {
        McpEra era = request.stateless() ? McpEra.MODERN : McpEra.LEGACY;
        Responder responder = this.settings.responder;
        Function<McpTestRequest, ?> handler = this.script.handler(request.method());
        if (!this.settings.eras.contains(era)) {
            throw notFound(request);
        }
        if (handler != null) {
            respond(request, (id, method, params) -> new JsonRpcResult(id, handle(handler, request.request())));
        } else if (request.method().equals("tools/call")) {
            this.calls.call(request, responder);
        } else if (responder != null && !OWN.contains(request.method())) {
            respond(request, responder);
        } else if (request.stateless() && isUnsupported(request.method())) {
            throw notFound(request);
        } else {
            answer(request);
        }
    }

    private static McpTestError notFound(Received request) {
        return new McpTestError(
                McpErrorCodes.METHOD_NOT_FOUND,
                request.stateless() ? "Method not found in revision " + STATELESS : "Method not found");
    }

    /** Methods of the handshake era, and of features that a test does not declare. */
    private boolean isUnsupported(String method) {
        String feature = method.substring(0, Math.max(0, method.indexOf('/')));
        Map<String, Object> declared = capabilities();
        return NOT_STATELESS.contains(method)
                || (Subscriptions.LISTS.contains(feature) && !declared.containsKey(feature))
                || (feature.equals("completion") && !declared.containsKey("completions"))
                || (feature.equals("subscriptions") && !declared.containsKey("resources") && !isAnnounced(declared))
                || (feature.equals("tasks") && !hasTasks(declared));
    }

    private boolean hasTasks(Map<String, Object> capabilities) {
        return Json.member(capabilities, "extensions").containsKey(McpExtensions.TASKS) || this.script.hasTasks();
    }

    private static boolean isAnnounced(Map<String, Object> capabilities) {
        return Subscriptions.LISTS.stream()
                .anyMatch(kind ->
                        Boolean.TRUE.equals(Json.member(capabilities, kind).get("listChanged")));
    }

    private void answer(Received request) {
        switch (request.method()) {
            case "initialize" -> request.result(initialized(request));
            case "server/discover" -> request.result(discovered());
            case "ping", "logging/setLevel" -> request.result(Map.of());
            case "tools/list" -> list(request, "tools", this.script.listTools());
            case "resources/list" -> list(request, "resources", this.script.listResources());
            case "resources/templates/list" -> list(request, "resourceTemplates", List.of());
            case "prompts/list" -> list(request, "prompts", this.script.listPrompts());
            case "resources/read" -> found(request, this.script.resource(param(request, "uri")), "resource", "uri");
            case "prompts/get" -> found(request, this.script.prompt(param(request, "name")), "prompt", "name");
            case "completion/complete" -> request.result(Map.of("completion", Map.of("values", List.of())));
            case "resources/subscribe" -> {
                request.channel().followed.add(param(request, "uri"));
                request.result(Map.of());
            }
            case "resources/unsubscribe" -> {
                request.channel().followed.remove(param(request, "uri"));
                request.result(Map.of());
            }
            case "subscriptions/listen" ->
                this.subscriptions.listen(request, capabilities(), this::isKnown, this.tasks::isKnown);
            case "tasks/get" -> request.result(this.tasks.get(request));
            case "tasks/update" -> request.result(this.tasks.update(request));
            case "tasks/cancel" -> request.result(this.tasks.cancel(request));
            default -> throw notFound(request);
        }
    }

    private static String param(Received request, String name) {
        return String.valueOf(request.params().get(name));
    }

    /** A resource that the test defines may come later; one of its own handler exists now, or not. */
    private boolean isKnown(String uri) {
        Function<McpTestRequest, ?> handler = this.script.handler("resources/read");
        try {
            return handler == null
                    || handler.apply(new McpTestRequest("resources/read", Map.of("uri", uri), Map.of())) != null;
        } catch (RuntimeException | AssertionError ex) {
            return false;
        }
    }

    private Map<String, Object> initialized(Received request) {
        this.sessions.add(request.channel());
        request.channel().capabilities = Json.member(request.params(), "capabilities");
        String asked = param(request, "protocolVersion");
        return this.settings.withInstructions(Map.of(
                "protocolVersion",
                HANDSHAKES.contains(asked) ? asked : HANDSHAKE,
                "capabilities",
                capabilities(),
                "serverInfo",
                this.settings.info));
    }

    private Map<String, Object> discovered() {
        return this.settings.cacheable(this.settings.withInstructions(
                Map.of("supportedVersions", List.of(STATELESS), "capabilities", capabilities())));
    }

    /** Clients read them when they connect, which in an application is before a test defines anything. */
    private Map<String, Object> capabilities() {
        Map<String, Object> declared = this.settings.capabilities;
        if (declared != null) {
            return declared;
        }
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("tools", Map.of("listChanged", true));
        all.put("resources", Map.of("listChanged", true, "subscribe", true));
        all.put("prompts", Map.of("listChanged", true));
        all.put("completions", Map.of());
        all.put("logging", Map.of());
        all.put("extensions", Map.of(McpExtensions.TASKS, Map.of()));
        return all;
    }

    /** Every list has a single page. */
    private void list(Received request, String member, List<Map<String, Object>> items) {
        if (request.params().containsKey("cursor")) {
            throw McpTestError.invalidParams("There is no page of that cursor");
        }
        Map<String, Object> list = Map.of(member, items);
        request.result(request.stateless() ? this.settings.cacheable(list) : list);
    }

    private void found(Received request, @Nullable Map<String, Object> result, String kind, String member) {
        if (result == null) {
            int code = (kind.equals("resource") && !request.stateless())
                    ? McpErrorCodes.RESOURCE_NOT_FOUND
                    : McpErrorCodes.INVALID_PARAMS;
            throw new McpTestError(code, this.script.unknown(kind, param(request, member)));
        }
        request.result((request.stateless() && kind.equals("resource")) ? this.settings.cacheable(result) : result);
    }

    private static Object handle(Function<McpTestRequest, ?> handler, McpTestRequest request) {
        Object result = handler.apply(request);
        return (result != null) ? result : Map.of();
    }

    static void respond(Received request, Responder responder) {
        Map<String, Object> params = new LinkedHashMap<>(request.params());
        params.remove("_meta");
        Mono.fromCallable(() -> responder.respond(request.id(), request.method(), params))
                .subscribeOn(Schedulers.boundedElastic())
                .subscribe(
                        response -> {
                            if (response instanceof JsonRpcResult result) {
                                request.result(Json.object(result.result()));
                            } else {
                                request.observation().end(null);
                                request.exchange().send(response);
                            }
                        },
                        ex -> request.error(
                                (ex instanceof McpTestError error)
                                        ? error
                                        : new McpTestError(McpErrorCodes.INTERNAL_ERROR, McpTestError.describe(ex))));
    }

    /** Tells the clients that a list has changed: sessions, and subscriptions that ask for it. */
    void listChanged(String kind) {
        this.script.changed(kind);
        this.sessions.forEach(session -> session.send(new JsonRpcNotification(Subscriptions.changed(kind), null)));
        this.subscriptions.listChanged(kind);
    }

    /** Tells the clients that all lists have changed. */
    void allListsChanged() {
        Subscriptions.LISTS.forEach(this::listChanged);
    }

    /** Tells the clients that follow a resource. */
    void updated(String uri) {
        Map<String, Object> params = Map.of("uri", uri);
        this.sessions.stream()
                .filter(session -> session.followed.contains(uri))
                .forEach(session -> session.send(new JsonRpcNotification("notifications/resources/updated", params)));
        this.subscriptions.updated(uri);
    }

    /** Sends a log message to the clients of the handshake era. */
    void log(Map<String, Object> params) {
        this.sessions.forEach(session -> session.send(new JsonRpcNotification("notifications/message", params)));
    }
}
