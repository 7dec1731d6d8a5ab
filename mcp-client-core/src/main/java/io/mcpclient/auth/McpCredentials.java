package io.mcpclient.auth;

import java.util.Map;

import reactor.core.publisher.Mono;

/**
 * Credentials for a server, as headers. Asked for each HTTP request, so that a credential may change while the application
 * runs; keep what is expensive. Thread-safe; must not block.
 *
 * @see "MCP 2026-07-28, basic/authorization (AUTH-01, AUTH-50)"
 */
@FunctionalInterface
public interface McpCredentials {

    /**
     * Returns the headers of one request.
     * @param request which server and in whose name
     * @return names and values, such as {@code Authorization}; empty for none; an error fails the request, unsent
     */
    Mono<Map<String, String>> headers(Request request);

    /**
     * Which request needs credentials.
     *
     * @param serverName configured name of the server
     * @param principal in whose name it is called
     * @param renewed whether the server has just refused those it was given: worth a look whether there are newer ones. If the
     *     same come again, the refusal stands
     */
    record Request(String serverName, McpPrincipal principal, boolean renewed) {}
}
