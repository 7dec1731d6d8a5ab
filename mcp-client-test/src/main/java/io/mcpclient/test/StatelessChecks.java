package io.mcpclient.test;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.schema.McpMetaKeys;

/**
 * Checks of requests of the stateless era over HTTP: the revision, the client's declarations, the headers that repeat the body,
 * and the accepted response types. In this order, so that a client of another era gets the error about the revision first.
 *
 * @see "MCP 2026-07-28, basic/transports/streamable-http, Server Validation; basic/index, _meta; ext-tasks, Routing Headers"
 */
final class StatelessChecks {

    static final String VERSION = "mcp-protocol-version";

    private static final int MAX_ECHO = 64;

    private static final String PREFIX = "=?base64?";

    private static final String SUFFIX = "?=";

    private static final Set<Object> LOG_LEVELS =
            Set.of("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency");

    /** The parameter that contains the name, by method. */
    private static final Map<String, String> NAMES = Map.of(
            "tools/call", "name",
            "prompts/get", "name",
            "resources/read", "uri",
            "tasks/get", "taskId",
            "tasks/update", "taskId",
            "tasks/cancel", "taskId");

    private final McpTestRequest request;

    private final Map<String, List<String>> headers;

    private StatelessChecks(McpTestRequest request, Map<String, List<String>> headers) {
        this.request = request;
        this.headers = headers;
    }

    /**
     * Checks a request.
     * @param argumentHeaders returns the annotated arguments of a tool with their headers, none for an unknown tool
     * @throws McpTestError for the first failed check
     */
    static void check(
            McpTestRequest request,
            Map<String, List<String>> headers,
            Function<String, Map<String, String>> argumentHeaders) {
        StatelessChecks checks = new StatelessChecks(request, headers);
        checks.checkVersion();
        checks.checkMeta();
        checks.checkNames();
        if (request.method().equals("tools/call")) {
            Map<String, Object> arguments = request.object("arguments");
            argumentHeaders
                    .apply(request.text("name"))
                    .forEach(
                            (argument, header) -> checks.checkArgument(arguments.get(argument), "mcp-param-" + header));
        }
        String accepted = String.join(",", headers.getOrDefault("accept", List.of()));
        for (String type : List.of("application/json", "text/event-stream")) {
            if (List.of(accepted.split(",")).stream().noneMatch(one -> isType(one, type))) {
                throw McpTestError.http(406, McpErrorCodes.INVALID_REQUEST, "The header Accept must list " + type);
            }
        }
    }

    static boolean isType(String value, String type) {
        return value.split(";", 2)[0].strip().equalsIgnoreCase(type);
    }

    private void checkVersion() {
        String header = only(VERSION);
        Object version = this.request.meta().get(McpMetaKeys.PROTOCOL_VERSION);
        if (header == null) {
            throw this.request.method().equals("initialize")
                    ? unsupported(String.valueOf(this.request.params().getOrDefault("protocolVersion", "none")))
                    : mismatch(VERSION + " is missing; it has to be " + ServerProtocol.STATELESS);
        }
        if (!(version instanceof String)) {
            throw header.equals(ServerProtocol.STATELESS)
                    ? invalidMeta(McpMetaKeys.PROTOCOL_VERSION + " must be a string in _meta")
                    : unsupported(header);
        }
        if (!header.equals(version)) {
            throw mismatch(VERSION + " does not match the version in _meta");
        }
        if (!header.equals(ServerProtocol.STATELESS)) {
            throw unsupported(header);
        }
    }

    private void checkMeta() {
        Map<String, Object> meta = this.request.meta();
        if (!(meta.get(McpMetaKeys.CLIENT_CAPABILITIES) instanceof Map)) {
            throw invalidMeta(McpMetaKeys.CLIENT_CAPABILITIES + " must be an object in _meta");
        }
        Map<String, Object> client = Json.member(meta, McpMetaKeys.CLIENT_INFO);
        if (meta.containsKey(McpMetaKeys.CLIENT_INFO)
                && !(client.get("name") instanceof String && client.get("version") instanceof String)) {
            throw invalidMeta(McpMetaKeys.CLIENT_INFO + " must have a name and a version");
        }
        Object token = meta.getOrDefault(McpMetaKeys.PROGRESS_TOKEN, "");
        if (!(token instanceof String) && JsonRpcId.ofJson(token) == null) {
            throw invalidMeta("progressToken must be a string or an integer");
        }
        if (!LOG_LEVELS.contains(meta.getOrDefault(McpMetaKeys.LOG_LEVEL, "info"))) {
            throw invalidMeta(McpMetaKeys.LOG_LEVEL + " must be a level of logging");
        }
    }

    private void checkNames() {
        demand("mcp-method", only("mcp-method"), this.request.method());
        String parameter = NAMES.get(this.request.method());
        if (parameter != null) {
            demand("mcp-name", decoded("mcp-name"), this.request.text(parameter));
        }
    }

    private static void demand(String name, @Nullable String header, String body) {
        if (header == null) {
            throw mismatch(name + " is missing");
        }
        if (!header.equals(body)) {
            throw mismatch(name + " does not match the body");
        }
    }

    private void checkArgument(@Nullable Object value, String name) {
        String header = decoded(name);
        if (value == null && header != null) {
            throw mismatch(name + " repeats an argument that is not there");
        }
        if (value != null && header == null) {
            throw mismatch(name + " is missing");
        }
        if (value != null && header != null && !matches(value, header)) {
            throw mismatch(name + " does not match the argument");
        }
    }

    /** Integers are compared as numbers: 42.0 is 42. Values other than text, number and boolean match no header. */
    private static boolean matches(Object value, String header) {
        if (value instanceof Number) {
            try {
                return new BigDecimal(header).compareTo(new BigDecimal(value.toString())) == 0;
            } catch (NumberFormatException ex) {
                return false;
            }
        }
        return (value instanceof String || value instanceof Boolean) && header.equals(value.toString());
    }

    /** Returns the value of a header that may be there once, in ASCII, or {@code null}. */
    private @Nullable String only(String name) {
        List<String> values = this.headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
        if (values.isEmpty()) {
            return null;
        }
        String value = values.get(0);
        if (values.size() > 1 || !value.chars().allMatch(c -> c == '\t' || (c >= ' ' && c <= '~'))) {
            throw mismatch(name + " must be there once, in plain ASCII");
        }
        return value;
    }

    /** Returns the value of a header that may be Base64 of UTF-8 between markers. */
    private @Nullable String decoded(String name) {
        String value = only(name);
        if (value == null
                || value.length() < PREFIX.length() + SUFFIX.length()
                || !value.startsWith(PREFIX)
                || !value.endsWith(SUFFIX)) {
            return value;
        }
        try {
            byte[] bytes =
                    Base64.getDecoder().decode(value.substring(PREFIX.length(), value.length() - SUFFIX.length()));
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (IllegalArgumentException | CharacterCodingException ex) {
            throw mismatch(name + " is not Base64 of UTF-8");
        }
    }

    private static McpTestError mismatch(String why) {
        return McpTestError.http(400, McpErrorCodes.HEADER_MISMATCH, "Header mismatch: " + why);
    }

    private static McpTestError invalidMeta(String why) {
        return McpTestError.http(400, McpErrorCodes.INVALID_PARAMS, why);
    }

    private static McpTestError unsupported(String requested) {
        return new McpTestError(
                McpErrorCodes.UNSUPPORTED_PROTOCOL_VERSION,
                "This server speaks revision " + ServerProtocol.STATELESS + " only",
                Map.of(
                        "supported",
                        List.of(ServerProtocol.STATELESS),
                        "requested",
                        requested.substring(0, Math.min(requested.length(), MAX_ECHO))));
    }
}
