package io.mcpclient.testkit;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Holds a request to what the stateless revision demands of every one.
 *
 * @see "MCP 2026-07-28, basic/index, _meta, and basic/transports/streamable-http, request metadata"
 */
final class ModernRequestCheck {

    static final String VERSION = "io.modelcontextprotocol/protocolVersion";
    static final String CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

    static final int HEADER_MISMATCH = -32020;
    static final int INVALID_REQUEST = -32600;
    static final int INVALID_PARAMS = -32602;

    /** What is wrong, and the code of the error that says so. */
    record Violation(int code, String message) {}

    private static final Map<String, String> NAMED = Map.of(
            "tools/call", "name",
            "prompts/get", "name",
            "resources/read", "uri",
            "tasks/get", "taskId",
            "tasks/update", "taskId",
            "tasks/cancel", "taskId");

    private static final String ENCODED = "=?base64?";

    private ModernRequestCheck() {}

    /** The first violation of the request, {@code null} if it is well-formed in a version that may be unsupported. */
    static @Nullable Violation of(RecordedRequest request) {
        JsonNode body = request.json();
        if (!body.isObject() || request.rpcMethod() == null) {
            return new Violation(INVALID_REQUEST, "the body is no single request");
        }
        if (request.rpcId() == null) {
            return new Violation(INVALID_REQUEST, "no notification is sent over HTTP in this revision");
        }
        for (Violation violation : List.of(version(request), capabilities(request), mirrored(request), http(request))) {
            if (violation != NONE) {
                return violation;
            }
        }
        return null;
    }

    private static final Violation NONE = new Violation(0, "");

    private static Violation version(RecordedRequest request) {
        JsonNode inBody = meta(request).path(VERSION);
        String inHeader = request.header("MCP-Protocol-Version");
        if (inHeader == null) {
            return new Violation(HEADER_MISMATCH, "no header MCP-Protocol-Version");
        }
        if (!inBody.isString()) {
            return new Violation(INVALID_PARAMS, "no " + VERSION + " in _meta");
        }
        return inHeader.equals(inBody.stringValue())
                ? NONE
                : new Violation(HEADER_MISMATCH, "the header MCP-Protocol-Version and _meta disagree");
    }

    private static Violation capabilities(RecordedRequest request) {
        return meta(request).path(CAPABILITIES).isObject()
                ? NONE
                : new Violation(INVALID_PARAMS, "no " + CAPABILITIES + " in _meta");
    }

    private static Violation mirrored(RecordedRequest request) {
        if (!String.valueOf(request.rpcMethod()).equals(request.header("Mcp-Method"))) {
            return new Violation(HEADER_MISMATCH, "the header Mcp-Method is not the method");
        }
        String member = NAMED.get(request.rpcMethod());
        String name = request.header("Mcp-Name");
        if (member == null) {
            return name == null ? NONE : new Violation(HEADER_MISMATCH, "a header Mcp-Name without a name");
        }
        JsonNode named = request.json().path("params").path(member);
        return named.isString() && named.stringValue().equals(decoded(name))
                ? NONE
                : new Violation(HEADER_MISMATCH, "the header Mcp-Name is not the " + member);
    }

    private static Violation http(RecordedRequest request) {
        String accept = String.valueOf(request.header("Accept"));
        if (!accept.contains("application/json") || !accept.contains("text/event-stream")) {
            return new Violation(INVALID_REQUEST, "the header Accept lacks a media type");
        }
        if (!String.valueOf(request.header("Content-Type")).startsWith("application/json")) {
            return new Violation(INVALID_REQUEST, "the content type is not JSON");
        }
        if (request.header("Mcp-Session-Id") != null || request.header("Last-Event-ID") != null) {
            return new Violation(INVALID_REQUEST, "a header of another era");
        }
        return NONE;
    }

    /** A header value as it was meant, {@code null} if it may not be sent like this. */
    static @Nullable String decoded(@Nullable String value) {
        if (value == null || !value.chars().allMatch(c -> c == '\t' || c >= ' ' && c <= '~')) {
            return null;
        }
        if (!value.startsWith(ENCODED) || !value.endsWith("?=")) {
            return value;
        }
        try {
            byte[] bytes = Base64.getDecoder().decode(value.substring(ENCODED.length(), value.length() - 2));
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException notBase64) {
            return null;
        }
    }

    static JsonNode meta(RecordedRequest request) {
        return request.json().path("params").path("_meta");
    }
}
