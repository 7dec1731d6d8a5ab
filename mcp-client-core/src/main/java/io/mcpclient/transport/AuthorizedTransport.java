package io.mcpclient.transport;

import java.net.URI;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/** A transport that adds credentials to requests, and may obtain them. */
public interface AuthorizedTransport extends McpTransport {

    /**
     * Returns the protocol extensions that the transport itself uses, which are declared to the server.
     * @return identifiers, empty if it uses none
     */
    Set<String> extensions();

    /**
     * Returns whether any request waits for credentials that are being obtained, before it is sent or after the server has rejected
     * the previous ones.
     * @return whether there is such a request at the moment
     */
    boolean isWaitingForCredentials();

    /**
     * Returns the URL of a request to an authorization server that was not answered yet.
     * @return the URL of one such request, {@code null} if there is none or this is not known
     */
    @Nullable
    URI pendingAuthorization();

    /**
     * Returns an object that identifies the grant of the current credentials: results received under one grant are not
     * returned under another.
     * @return the same object for the same grant, no matter how often its tokens are refreshed; {@code null} with configured
     *     credentials
     * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching">MCP: Caching</a>
     */
    @Nullable
    Object grant();
}
