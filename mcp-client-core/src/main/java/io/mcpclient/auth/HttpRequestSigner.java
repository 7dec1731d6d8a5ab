package io.mcpclient.auth;

import java.net.URI;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Credentials that depend on the whole HTTP request, such as AWS Signature Version 4. Called for each request to the server,
 * also for repeated and redirected ones, for event streams ({@code GET}) and for the end of a session ({@code DELETE}); never for
 * another origin. Thread-safe; must not block.
 *
 * <p>If a filter of the application's {@code WebClient} changes the URL of a request, it is sent without the signature, which is for
 * the URL that was signed; headers that a filter adds are not signed.
 *
 * @see McpCredentials for credentials that do not depend on the request
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization">MCP: Authorization</a>
 */
@FunctionalInterface
public interface HttpRequestSigner extends McpCredentials {

    /**
     * Signs a request.
     * @param request the request, with all headers that this client sets
     * @return names and values of headers to add or to replace; empty for none; an error fails the request, unsent
     */
    Mono<Map<String, String>> sign(SignedRequest request);

    /**
     * Returns headers that do not depend on the request; they are part of what is signed.
     * @return none by default
     */
    @Override
    @SuppressWarnings("FunctionalInterfaceMethodChanged") // signer() tells which of the two it is
    default Mono<Map<String, String>> headers(McpCredentials.Request request) {
        return Mono.just(Map.of());
    }

    @Override
    default HttpRequestSigner signer() {
        return this;
    }

    /**
     * Request to sign. {@code toString} shows neither headers nor body.
     *
     * @param serverName configured name of the server
     * @param principal principal on whose behalf the server is called
     * @param method {@code POST}, {@code GET} or {@code DELETE}
     * @param url target URL, whose authority is sent as {@code Host}
     * @param headers headers by name. The HTTP library adds some of its own, such as {@code Content-Length} and {@code
     *     User-Agent}, which must not be signed
     * @param body body as it is sent, not to be changed; {@code null} for none
     */
    record SignedRequest(
            String serverName,
            McpPrincipal principal,
            String method,
            URI url,
            Map<String, String> headers,
            byte @Nullable [] body) {

        @Override
        public String toString() {
            return "SignedRequest[" + this.method + " " + this.serverName + "]";
        }
    }
}
