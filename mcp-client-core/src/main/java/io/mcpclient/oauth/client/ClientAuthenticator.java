package io.mcpclient.oauth.client;

import java.util.Map;

import io.mcpclient.oauth.McpOAuthSettings;

/**
 * Authenticates this client at token endpoints, in the way of its identity there. Thread-safe.
 *
 * @see "AUTH-43, CC-02 to CC-04, EMA-03, EMA-05"
 */
public final class ClientAuthenticator {

    /**
     * Creates an authenticator.
     * @param settings secret and key
     */
    public ClientAuthenticator(McpOAuthSettings settings) {
        throw new UnsupportedOperationException("to be written");
    }

    /**
     * Adds to a request what shows who sends it. Secrets and keys are read anew each time.
     * @param client who sends it
     * @param form form of the request, to which {@code client_id}, {@code client_secret} or an assertion is added
     * @param headers headers of the request, to which {@code Authorization} is added
     * @throws io.mcpclient.error.McpConfigurationException if the key can not be used
     */
    public void authenticate(ClientIdentity client, Map<String, String> form, Map<String, String> headers) {
        throw new UnsupportedOperationException("to be written");
    }
}
