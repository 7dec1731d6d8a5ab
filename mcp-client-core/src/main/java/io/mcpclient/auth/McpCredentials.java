package io.mcpclient.auth;

import java.util.Map;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Credentials for a server, as headers. Requested for each HTTP request, so that credentials may change at run time; cache
 * expensive ones. Thread-safe; must not block.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization">MCP: Authorization</a>
 */
@FunctionalInterface
public interface McpCredentials {

    /**
     * Returns the headers of one request.
     * @param request server and principal
     * @return names and values, such as {@code Authorization}; empty for none; an error fails the request, unsent
     */
    Mono<Map<String, String>> headers(Request request);

    /**
     * Returns the signer of requests, for credentials that depend on the whole request. Called for each request.
     * @return the signer, {@code null} for none
     */
    default @Nullable HttpRequestSigner signer() {
        return null;
    }

    /**
     * Request for credentials.
     *
     * @param serverName configured name of the server
     * @param principal principal on whose behalf the server is called
     * @param renewed whether the server has just rejected the current credentials: check for newer ones. If they are
     *     unchanged, the rejection is final
     */
    record Request(String serverName, McpPrincipal principal, boolean renewed) {}
}
