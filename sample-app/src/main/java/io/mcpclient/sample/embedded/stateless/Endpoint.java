package io.mcpclient.sample.embedded.stateless;

import java.io.IOException;
import java.util.Map;
import java.util.function.BiFunction;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import tools.jackson.databind.JsonNode;

/**
 * HTTP endpoint of a server: every message is a separate POST, and its response is JSON or an event stream. There are no
 * sessions, and therefore no other methods.
 *
 * @see "MCP 2026-07-28, basic/transports/streamable-http"
 */
final class Endpoint {

    private static final int MAX_BYTES = 1024 * 1024;

    private final BiFunction<RpcRequest, HttpServletRequest, PendingResponse> server;

    private final RequestSpans spans;

    Endpoint(
            String name,
            BiFunction<RpcRequest, HttpServletRequest, PendingResponse> server,
            ObjectProvider<ObservationRegistry> registry) {
        this.server = server;
        this.spans = new RequestSpans(name, registry.getIfAvailable(() -> ObservationRegistry.NOOP));
    }

    /** Handles a message; a stream is returned to Spring as such, so that it is not buffered. */
    Object post(HttpServletRequest http, HttpServletResponse response) throws IOException {
        JsonNode id = null;
        try {
            JsonNode body = Json.read(body(http));
            id = RpcRequest.idOf(body);
            RpcRequest request = RpcRequest.of(body);
            PendingResponse answer = this.spans.within(request, () -> this.server.apply(request, http));
            if (answer instanceof PendingResponse.Stream stream) {
                response.setHeader("X-Accel-Buffering", "no");
                return stream.stream().emitter();
            }
            return json(200, Messages.answer(request.id(), ((PendingResponse.Result) answer).result()));
        } catch (RpcError ex) {
            return error(id, ex);
        }
    }

    private static byte[] body(HttpServletRequest http) throws IOException {
        if (!isJson(http.getContentType())) {
            throw RpcError.refused(415, "The body must be application/json");
        }
        byte[] body = http.getInputStream().readNBytes(MAX_BYTES + 1);
        if (body.length > MAX_BYTES) {
            throw RpcError.refused(413, "The body is larger than " + MAX_BYTES + " bytes");
        }
        return body;
    }

    private static boolean isJson(@Nullable String contentType) {
        try {
            return contentType != null
                    && MediaType.parseMediaType(contentType).equalsTypeAndSubtype(MediaType.APPLICATION_JSON);
        } catch (InvalidMediaTypeException ex) {
            return false;
        }
    }

    private static ResponseEntity<byte[]> error(@Nullable JsonNode id, RpcError error) {
        return json(error.status(), Messages.error(id, error));
    }

    private static ResponseEntity<byte[]> json(int status, Map<String, Object> message) {
        return ResponseEntity.status(status)
                .contentType(MediaType.APPLICATION_JSON)
                .body(Json.write(message));
    }
}
