package io.mcpclient;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;

import org.jspecify.annotations.Nullable;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.protocol.McpServerStatus;
import io.mcpclient.protocol.McpStatusListener;
import io.mcpclient.protocol.ServerDescription;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ListToolsResult;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.Tool;
import io.mcpclient.transport.IgnoredMessages;

/** Waits for what the reactive client does. */
final class DefaultMcpClient implements McpClient {

    private final DefaultReactiveMcpClient reactive;

    private final Blocking blocking;

    private final Timeouts timeouts;

    private final IntSupplier inFlight;

    private final IgnoredMessages ignored;

    /** How long a thread waits where the caller wishes for nothing else. */
    record Timeouts(Duration connect, Duration request, Duration shutdown) {}

    DefaultMcpClient(
            DefaultReactiveMcpClient reactive, Timeouts timeouts, IntSupplier inFlight, IgnoredMessages ignored) {
        this.reactive = reactive;
        this.blocking = new Blocking(reactive.name());
        this.timeouts = timeouts;
        this.inFlight = inFlight;
        this.ignored = ignored;
    }

    @Override
    public String name() {
        return this.reactive.name();
    }

    @Override
    public ReactiveMcpClient reactive() {
        return this.reactive;
    }

    @Override
    public ServerDescription connect() {
        return this.blocking.await("connect", this.reactive.connect(), this.timeouts.connect());
    }

    @Override
    public void start() {
        this.reactive.connection().start();
    }

    @Override
    public McpServerStatus status() {
        return this.reactive.status();
    }

    @Override
    public void addStatusListener(McpStatusListener listener) {
        this.reactive.connection().addListener(listener);
    }

    @Override
    public void removeStatusListener(McpStatusListener listener) {
        this.reactive.connection().removeListener(listener);
    }

    @Override
    public int inFlight() {
        return this.inFlight.getAsInt();
    }

    @Override
    public IgnoredMessages ignoredMessages() {
        return this.ignored;
    }

    @Override
    public void ping(McpCallOptions options) {
        this.blocking.awaitEnd(McpMethods.PING, this.reactive.ping(options), limit(options));
    }

    @Override
    public List<Tool> listTools(McpCallOptions options) {
        return this.blocking.await(McpMethods.TOOLS_LIST, this.reactive.listTools(options), limit(options));
    }

    @Override
    public ListToolsResult listToolsPage(@Nullable String cursor, McpCallOptions options) {
        return this.blocking.await(McpMethods.TOOLS_LIST, this.reactive.listToolsPage(cursor, options), limit(options));
    }

    @Override
    public CallToolResult callTool(String name, Map<String, ?> arguments, McpCallOptions options) {
        return this.blocking.await(
                McpMethods.TOOLS_CALL, this.reactive.callTool(name, arguments, options), limit(options));
    }

    @Override
    public CallToolResult callTool(CallToolParams params, McpCallOptions options) {
        return this.blocking.await(McpMethods.TOOLS_CALL, this.reactive.callTool(params, options), limit(options));
    }

    @Override
    public <T> T callTool(String name, Map<String, ?> arguments, Class<T> type, McpCallOptions options) {
        return this.blocking.await(
                McpMethods.TOOLS_CALL, this.reactive.callTool(name, arguments, type, options), limit(options));
    }

    @Override
    public <T> T request(String method, @Nullable Object params, Class<T> resultType, McpCallOptions options) {
        return this.blocking.await(method, this.reactive.request(method, params, resultType, options), limit(options));
    }

    @Override
    public void notify(String method, @Nullable Object params) {
        this.blocking.awaitEnd(method, this.reactive.notify(method, params), this.timeouts.request());
    }

    @Override
    public void dispose() {
        this.blocking.awaitEnd("dispose", this.reactive.dispose(), this.timeouts.shutdown());
    }

    @Override
    public void close() {
        this.blocking.awaitEnd("close", this.reactive.close(), this.timeouts.shutdown());
    }

    private Duration limit(McpCallOptions options) {
        Duration wished = options.timeout();
        return (wished != null) ? wished : this.timeouts.request();
    }

    @Override
    public String toString() {
        return "McpClient[" + name() + ", " + status().state() + "]";
    }
}
