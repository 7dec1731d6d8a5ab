package io.mcpclient.internal.era.legacy;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;

import io.mcpclient.call.CallProgress;
import io.mcpclient.handler.McpRequestContext;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.schema.McpMetaKeys;

/**
 * One request of the server until its response: context for its handler, and cleanup at its end. While the server waits for
 * this client, the calls that wait for the server are paused (TMO-08).
 */
final class ServerRequest implements McpRequestContext {

    private final String serverName;

    private final JsonRpcRequest request;

    private final Map<String, String> headers;

    private final List<CallProgress> paused;

    private final @Nullable ProgressReports reports;

    private final AtomicBoolean resumed = new AtomicBoolean();

    private final Disposable.Swap place = Disposables.swap();

    /**
     * Accepts a request, and pauses the calls that it delays.
     * @param serverName configured name of the server
     * @param request the request
     * @param headers headers of the session, for all messages that the request causes
     * @param heldUp calls that the server cannot continue before the response
     * @param reports sends progress, or {@code null} if the server did not request it
     */
    ServerRequest(
            String serverName,
            JsonRpcRequest request,
            Map<String, String> headers,
            List<CallProgress> heldUp,
            @Nullable ProgressReports reports) {
        this.serverName = serverName;
        this.request = request;
        this.headers = headers;
        this.paused = heldUp;
        this.reports = reports;
        heldUp.forEach(CallProgress::pause);
    }

    /** Returns the {@code _meta} object of a request, empty if there is none. */
    static Map<?, ?> meta(JsonRpcRequest request) {
        return (request.params() instanceof Map<?, ?> params && params.get("_meta") instanceof Map<?, ?> meta)
                ? meta
                : Map.of();
    }

    /** Returns the metadata of all messages that a request causes (TSKL-08), empty if it belongs to no task. */
    static Map<String, Object> relation(JsonRpcRequest request) {
        Object task = meta(request).get(McpMetaKeys.RELATED_TASK);
        return (task instanceof Map<?, ?> related && related.get("taskId") instanceof String)
                ? Map.of(McpMetaKeys.RELATED_TASK, related)
                : Map.of();
    }

    JsonRpcId id() {
        return this.request.id();
    }

    JsonRpcRequest request() {
        return this.request;
    }

    Map<String, String> headers() {
        return this.headers;
    }

    /** Sets the handle that stops the work. If the work was stopped already, the handle is disposed. */
    void startedBy(Disposable place) {
        this.place.update(place);
    }

    /** Stops the work in any state. */
    void stop() {
        this.place.dispose();
        handled();
        endReports();
    }

    /** Records that the server does not wait for this client any more. */
    void handled() {
        if (this.resumed.compareAndSet(false, true)) {
            this.paused.forEach(CallProgress::resume);
        }
    }

    /**
     * Rejects further reports.
     * @return completes when no report is in flight
     */
    Mono<Void> endReports() {
        return (this.reports != null) ? this.reports.end() : Mono.empty();
    }

    @Override
    public String serverName() {
        return this.serverName;
    }

    @Override
    public @Nullable String relatedTask() {
        return (relation(this.request).get(McpMetaKeys.RELATED_TASK) instanceof Map<?, ?> related)
                ? (String) related.get("taskId")
                : null;
    }

    @Override
    public void reportProgress(double progress, @Nullable Double total, @Nullable String message) {
        if (this.reports != null) {
            this.reports.report(progress, total, message);
        }
    }
}
