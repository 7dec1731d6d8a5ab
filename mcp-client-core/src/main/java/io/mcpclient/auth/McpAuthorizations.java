package io.mcpclient.auth;

import java.net.URI;
import java.util.List;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The prompt of web applications: users who are needed find their requests here, begin them in their browser, and come back to
 * a callback endpoint. A request belongs to the browser session that began it, is answered once, and ends by itself. Calls do
 * not wait for it. One for all servers of an application. Thread-safe.
 *
 * <pre>
 *  prompt ──► pending ──begin(id, browser)──► authorization server ──► callback: complete(url, browser) ──► outcome
 * </pre>
 *
 * @see "AUTH-38, SEC-09, SEC-20; fault H14"
 */
public final class McpAuthorizations implements McpAuthorizationPrompt {

    /**
     * Creates a prompt.
     * @param redirectUri URL of the callback endpoint: {@code https}, or {@code http} on a loopback address
     */
    public McpAuthorizations(URI redirectUri) {
        throw new UnsupportedOperationException("to be written");
    }

    @Override
    public Mono<URI> prompt(McpAuthorizationRequest request) {
        throw new UnsupportedOperationException("to be written");
    }

    /**
     * Returns who is waited for.
     * @return requests that are neither answered nor over, the oldest first; their URLs are not for others than their users
     */
    public List<McpAuthorizationRequest> pending() {
        throw new UnsupportedOperationException("to be written");
    }

    /**
     * Begins a request in a browser, which is the only one that can end it. Beginning it again binds it anew.
     * @param id which one
     * @param browser secret of the browser session, such as the value of a cookie that is made for it
     * @return where to send the browser; {@code null} if there is no such request any more
     */
    public @Nullable URI begin(String id, String browser) {
        throw new UnsupportedOperationException("to be written");
    }

    /**
     * Ends a request with what the browser came back with.
     * @param callback URL that the browser asked for, with its query
     * @param browser secret of the browser session, or {@code null} if it has none
     * @return the request, when its outcome is known; or an {@link io.mcpclient.error.McpAuthorizationException}: unknown,
     *     another browser, already answered, or what went wrong; its message can be shown to the user
     */
    public Mono<McpAuthorizationRequest> complete(URI callback, @Nullable String browser) {
        throw new UnsupportedOperationException("to be written");
    }
}
