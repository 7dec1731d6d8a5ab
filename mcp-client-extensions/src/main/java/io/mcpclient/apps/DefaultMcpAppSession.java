package io.mcpclient.apps;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import io.mcpclient.apps.internal.Rate;
import io.mcpclient.extension.McpExtensionContext;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.jsonrpc.JsonRpcResult;
import io.mcpclient.jsonrpc.MalformedMessageException;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.support.ListenerCalls;
import io.mcpclient.support.Loggers;
import io.mcpclient.text.SafeText;
import io.mcpclient.time.TimeSource;

/**
 * The bridge to one view.
 *
 * <table>
 * <caption>a message of the view, first match applies</caption>
 * <tr><th>message</th><th>reaction</th></tr>
 * <tr><td>above the rate, or larger than the limit</td><td>the view is closed</td></tr>
 * <tr><td>no JSON-RPC message, a response that nothing waits for, an unknown notification</td><td>refused, no response; too many of them
 * close the view</td></tr>
 * <tr><td>request while too many are in progress, or with the id of one of them</td><td>refused with an error</td></tr>
 * <tr><td>request before the view is initialized</td><td>handled, and the first one is logged</td></tr>
 * <tr><td>any other</td><td>handled</td></tr>
 * </table>
 *
 * @see "MCP Apps 2026-01-26 (APP-21 to APP-23, APP-32, APP-33, APP-37)"
 */
final class DefaultMcpAppSession implements McpAppSession {

    private static final Logger logger = Loggers.TOOLS;

    private static final int MAX_DEPTH = 64;

    private static final int MAX_NODES = 50_000;

    private final String id;

    private final McpAppView view;

    private final McpAppHost host;

    private final McpAppSettings settings;

    private final TimeSource time;

    private final Instant expiresAt;

    private final JsonCodec codec;

    private final ViewOutbox outbox;

    private final ViewState state;

    private final ViewRequests requests;

    private final Rate rate;

    /** Guarded by itself. */
    private final ToolProgress progress = new ToolProgress(this::notify);

    private final Set<JsonRpcId> pending = ConcurrentHashMap.newKeySet();

    private final ListenerCalls listenerCalls = new ListenerCalls();

    private final Disposable.Composite work = Disposables.composite();

    private final AtomicInteger refused = new AtomicInteger();

    /** Whether a request before the handshake was logged: a view must not fill the log. */
    private final AtomicBoolean earlyLogged = new AtomicBoolean();

    private final AtomicReference<@Nullable String> closeReason = new AtomicReference<>();

    private volatile @Nullable JsonRpcId teardown;

    /** Completed by the response to the request that the view should end. */
    private final Sinks.Empty<Void> ended = Sinks.empty();

    private final Runnable onClose;

    DefaultMcpAppSession(
            String id,
            McpAppView view,
            McpAppHost host,
            McpExtensionContext context,
            McpAppSettings settings,
            ViewCalls calls,
            Runnable onClose) {
        this.id = id;
        this.view = view;
        this.host = host;
        this.settings = settings;
        this.onClose = onClose;
        this.time = context.time();
        this.expiresAt = this.time.instant().plus(settings.timeToLive());
        this.codec = new JsonCodec(new JsonLimits(settings.maxMessageSize(), MAX_DEPTH, 100, MAX_NODES));
        this.outbox = new ViewOutbox(this.codec, settings.maxQueue());
        this.state = new ViewState(HostDescription.context(host, view));
        this.requests = new ViewRequests(this, host, settings, calls, this.state, this.time);
        this.rate = new Rate(settings.maxMessagesPerSecond(), Duration.ofSeconds(1), this.time::nanoTime);
    }

    /** Begins the life of the view. */
    void start() {
        this.work.add(this.time.schedule(this.settings.timeToLive(), () -> close("it has expired")));
    }

    @Override
    public String id() {
        return this.id;
    }

    @Override
    public McpAppView view() {
        return this.view;
    }

    @Override
    public Instant expiresAt() {
        return this.expiresAt;
    }

    @Override
    public boolean isOpen() {
        return this.closeReason.get() == null;
    }

    @Override
    public @Nullable String closeReason() {
        return this.closeReason.get();
    }

    @Override
    public int refusedMessages() {
        return this.refused.get();
    }

    @Override
    public Flux<String> messages() {
        return this.outbox.messages();
    }

    @Override
    public boolean receive(String message) {
        if (!isOpen()) {
            return false;
        }
        if (!this.rate.permits()) {
            close("it has sent more than " + this.settings.maxMessagesPerSecond() + " messages per second");
            return false;
        }
        byte[] bytes = (message.length() <= this.settings.maxMessageSize())
                ? message.getBytes(StandardCharsets.UTF_8)
                : new byte[0];
        if (bytes.length == 0 || bytes.length > this.settings.maxMessageSize()) {
            close("it has sent a message without content, or with more than " + this.settings.maxMessageSize()
                    + " bytes");
            return false;
        }
        try {
            dispatch(this.codec.decode(bytes, 0, bytes.length, id -> Map.class));
        } catch (MalformedMessageException ex) {
            refuse("a malformed message");
        }
        return isOpen();
    }

    private void dispatch(JsonRpcMessage message) {
        if (message instanceof JsonRpcRequest request) {
            onRequest(request);
        } else if (message instanceof JsonRpcNotification notification) {
            onNotification(notification.method(), params(notification.params()));
        } else if (isAnswerToTeardown(message)) {
            this.ended.tryEmitEmpty();
        } else {
            refuse("a response to nothing");
        }
    }

    private static Map<?, ?> params(@Nullable Object params) {
        return (params instanceof Map<?, ?> members) ? members : Map.of();
    }

    private boolean isAnswerToTeardown(JsonRpcMessage message) {
        JsonRpcId asked = this.teardown;
        return asked != null && asked.equals(message.answeredId());
    }

    private void onRequest(JsonRpcRequest request) {
        if (this.pending.size() >= this.settings.maxPendingRequests() || !this.pending.add(request.id())) {
            refuse("too many requests at a time, or two with the same id");
            emit(new JsonRpcError(request.id(), ViewRefusal.REFUSED, "Too many requests", null));
            return;
        }
        Map<?, ?> params = params(request.params());
        boolean isHandshake = request.method().equals(ViewMethods.INITIALIZE);
        boolean isEarly =
                !this.state.isInitialized() && !isHandshake && !request.method().equals("ping");
        if (isEarly && this.earlyLogged.compareAndSet(false, true)) {
            logger.warn(
                    "MCP server \"{}\": view {} sends {} before it is initialized",
                    this.view.server(),
                    SafeText.excerpt(this.view.resourceUri()),
                    SafeText.excerpt(request.method(), 80));
        }
        Mono<Object> result = isHandshake
                ? Mono.fromSupplier(() -> initialize(params))
                : Mono.defer(() -> this.requests.handle(request.method(), params));
        Disposable.Swap place = Disposables.swap();
        this.work.add(place);
        place.update(result.<JsonRpcMessage>map(value -> new JsonRpcResult(request.id(), value))
                .onErrorResume(error -> Mono.just(error(request, error)))
                .doFinally(signal -> {
                    this.pending.remove(request.id());
                    this.work.remove(place);
                })
                .subscribe(this::emit));
    }

    private JsonRpcMessage error(JsonRpcRequest request, Throwable error) {
        if (error instanceof ViewRefusal refusal) {
            refuse(SafeText.excerpt(request.method(), 80) + ": " + refusal.getMessage());
            return new JsonRpcError(request.id(), refusal.code(), String.valueOf(refusal.getMessage()), null);
        }
        logger.warn(
                "MCP server \"{}\": a request of view {} failed",
                this.view.server(),
                SafeText.excerpt(this.view.resourceUri()),
                error);
        return new JsonRpcError(request.id(), ViewRefusal.INTERNAL_ERROR, "Internal error", null);
    }

    private Object initialize(Map<?, ?> params) {
        synchronized (this.progress) {
            this.state.greet(params);
            this.progress.restart();
        }
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("protocolVersion", ViewMethods.VERSION); // the only one: either the view's, or the latest
        result.put("hostInfo", this.host.info());
        result.put("hostCapabilities", HostDescription.capabilities(this.host, this.settings));
        result.put("hostContext", this.state.hostContext());
        return result;
    }

    private void onNotification(String method, Map<?, ?> params) {
        switch (method) {
            case ViewMethods.INITIALIZED -> {
                synchronized (this.progress) {
                    this.state.initialized();
                    this.progress.deliver();
                }
            }
            case ViewMethods.SIZE_CHANGED -> sizeChanged(params);
            case "notifications/message" -> log(params);
            case ViewMethods.REQUEST_TEARDOWN -> {
                Consumer<McpAppSession> listener = this.host.teardownRequested();
                if (listener != null) {
                    tell(listener, () -> listener.accept(this));
                }
            }
            default -> refuse("an unknown notification");
        }
    }

    private void sizeChanged(Map<?, ?> params) {
        Object container = this.state.hostContext().get("containerDimensions");
        McpAppSize size = new McpAppSize(
                HostDescription.dimension(params.get("width"), container, "width"),
                HostDescription.dimension(params.get("height"), container, "height"));
        BiConsumer<McpAppSession, McpAppSize> listener = this.host.sizeChanged();
        if (listener != null && (size.width() != null || size.height() != null)) {
            tell(listener, () -> listener.accept(this, size));
        }
    }

    /** A listener that fails does not end the view. */
    private void tell(Object listener, Runnable event) {
        this.listenerCalls.run(this.view.server(), "views", listener, event);
    }

    private void log(Map<?, ?> params) {
        BiConsumer<McpAppSession, McpAppLog> listener = this.host.log();
        if (listener == null) {
            refuse("a log message, which was not announced");
            return;
        }
        McpAppLog log = new McpAppLog(
                SafeText.excerpt(String.valueOf(params.get("level")), 20),
                SafeText.excerpt(String.valueOf(params.get("data")), 1000));
        tell(listener, () -> listener.accept(this, log));
    }

    private void refuse(String what) {
        logger.debug(
                "MCP server \"{}\": refused {} of view {}",
                this.view.server(),
                what,
                SafeText.excerpt(this.view.resourceUri()));
        if (this.refused.incrementAndGet() > this.settings.maxRefusedMessages()) {
            close("more than " + this.settings.maxRefusedMessages() + " of its messages were refused");
        }
    }

    private void emit(JsonRpcMessage message) {
        if (isOpen() && !this.outbox.emit(message)) {
            close("more than " + this.settings.maxQueue() + " messages wait for it, or nothing receives them");
        }
    }

    private void notify(String method, Object params) {
        emit(new JsonRpcNotification(method, params));
    }

    @Override
    public void toolInputPartial(Map<String, Object> arguments) {
        synchronized (this.progress) {
            if (this.state.isInitialized() && !this.progress.hasInput()) {
                notify(ViewMethods.TOOL_INPUT_PARTIAL, Map.of("arguments", arguments));
            }
        }
    }

    @Override
    public void toolInput(Map<String, Object> arguments) {
        synchronized (this.progress) {
            this.progress.input(arguments);
            deliver();
        }
    }

    @Override
    public void toolResult(CallToolResult result) {
        synchronized (this.progress) {
            this.progress.end(ViewMethods.TOOL_RESULT, result);
            deliver();
        }
    }

    @Override
    public void toolCancelled(@Nullable String reason) {
        synchronized (this.progress) {
            this.progress.end(ViewMethods.TOOL_CANCELLED, reason(reason));
            deliver();
        }
    }

    private void deliver() {
        if (this.state.isInitialized()) {
            this.progress.deliver();
        }
    }

    private static Map<String, Object> reason(@Nullable String reason) {
        return (reason != null) ? Map.of("reason", reason) : Map.of();
    }

    @Override
    public void hostContextChanged(Map<String, Object> change) {
        synchronized (this.progress) {
            this.state.change(change);
            if (this.state.isInitialized()) {
                notify(ViewMethods.CONTEXT_CHANGED, change);
            }
        }
    }

    @Override
    public Optional<McpAppModelContext> modelContext() {
        return Optional.ofNullable(this.state.modelContext());
    }

    @Override
    public Mono<Void> teardown(@Nullable String reason) {
        return Mono.defer(() -> {
                    if (!isOpen() || !this.state.isInitialized()) {
                        return Mono.<Void>empty();
                    }
                    JsonRpcId asked = JsonRpcId.of(UUID.randomUUID().toString());
                    this.teardown = asked;
                    emit(new JsonRpcRequest(asked, ViewMethods.TEARDOWN, reason(reason)));
                    return this.ended
                            .asMono()
                            .timeout(this.settings.teardownTimeout(), Mono.empty(), this.time.timers());
                })
                .doFinally(signal -> close("it was removed"));
    }

    @Override
    public void close() {
        close("it was closed");
    }

    private void close(String reason) {
        if (this.closeReason.compareAndSet(null, reason)) {
            logger.debug(
                    "MCP server \"{}\": view {} is closed: {}",
                    this.view.server(),
                    SafeText.excerpt(this.view.resourceUri()),
                    reason);
            this.work.dispose();
            this.ended.tryEmitEmpty();
            this.outbox.complete();
            this.onClose.run();
        }
    }
}
