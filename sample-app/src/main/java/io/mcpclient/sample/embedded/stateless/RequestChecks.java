package io.mcpclient.sample.embedded.stateless;

import java.util.List;
import java.util.Set;

import jakarta.servlet.http.HttpServletRequest;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import tools.jackson.databind.JsonNode;

/**
 * Checks common to all methods: the revision, the client's declarations, the headers that repeat the body, and the accepted
 * response types. In this order, so that a client of another era gets the error about the revision first.
 *
 * @see "MCP 2026-07-28, basic/transports/streamable-http, Server Validation; basic/index, _meta"
 */
final class RequestChecks {

    private static final String VERSION_HEADER = "MCP-Protocol-Version";

    private static final String INITIALIZE = "initialize";

    private static final Set<String> LOG_LEVELS =
            Set.of("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency");

    private final MirroredHeaders mirrored;

    RequestChecks(MirroredHeaders mirrored) {
        this.mirrored = mirrored;
    }

    /**
     * Checks a request.
     * @throws RpcError for the first failed check
     */
    void check(RpcRequest request, HttpServletRequest http) {
        checkVersion(request, HeaderValues.only(http, VERSION_HEADER));
        checkMeta(request.meta());
        this.mirrored.check(request, http);
        checkAccept(http);
    }

    private static void checkVersion(RpcRequest request, @Nullable String header) {
        if (header == null) {
            throw request.method().equals(INITIALIZE)
                    ? RpcError.unsupportedVersion(
                            request.params().path("protocolVersion").asString("none"))
                    : RpcError.headerMismatch(VERSION_HEADER + " is missing; it has to be " + Revision.NAME);
        }
        JsonNode version = request.meta().path(Revision.PROTOCOL_VERSION);
        if (!version.isString()) {
            throw header.equals(Revision.NAME)
                    ? RpcError.invalidMeta(Revision.PROTOCOL_VERSION + " must be a string in _meta")
                    : RpcError.unsupportedVersion(header);
        }
        if (!header.equals(version.asString())) {
            throw RpcError.headerMismatch(VERSION_HEADER + " does not match the version in _meta");
        }
        if (!header.equals(Revision.NAME)) {
            throw RpcError.unsupportedVersion(header);
        }
    }

    private static void checkMeta(JsonNode meta) {
        if (!meta.path(Revision.CLIENT_CAPABILITIES).isObject()) {
            throw RpcError.invalidMeta(Revision.CLIENT_CAPABILITIES + " must be an object in _meta");
        }
        JsonNode client = meta.path(Revision.CLIENT_INFO);
        if (!client.isMissingNode()
                && !(client.path("name").isString() && client.path("version").isString())) {
            throw RpcError.invalidMeta(Revision.CLIENT_INFO + " must have a name and a version");
        }
        JsonNode token = meta.path("progressToken");
        if (!token.isMissingNode() && !token.isString() && !token.isIntegralNumber()) {
            throw RpcError.invalidMeta("progressToken must be a string or an integer");
        }
        JsonNode level = meta.path(Revision.LOG_LEVEL);
        if (!level.isMissingNode() && !LOG_LEVELS.contains(level.asString(""))) {
            throw RpcError.invalidMeta(Revision.LOG_LEVEL + " must be a level of logging");
        }
    }

    private static void checkAccept(HttpServletRequest http) {
        List<MediaType> accepted = accepted(String.join(",", HeaderValues.all(http, HttpHeaders.ACCEPT)));
        for (MediaType needed : List.of(MediaType.APPLICATION_JSON, MediaType.TEXT_EVENT_STREAM)) {
            if (accepted.stream().noneMatch(needed::equalsTypeAndSubtype)) {
                throw RpcError.refused(406, "The header Accept must list " + needed);
            }
        }
    }

    private static List<MediaType> accepted(String header) {
        try {
            return MediaType.parseMediaTypes(header);
        } catch (InvalidMediaTypeException ex) {
            return List.of();
        }
    }
}
