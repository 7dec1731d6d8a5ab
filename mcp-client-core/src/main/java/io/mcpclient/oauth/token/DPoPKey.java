package io.mcpclient.oauth.token;

import java.net.URI;

import org.jspecify.annotations.Nullable;

/**
 * The key that tokens are bound to, the proofs that we have it, and the nonces that servers want in them. Thread-safe.
 *
 * @see "RFC 9449; DPOP-01 to DPOP-08"
 */
public final class DPoPKey {

    /** Makes a new key, for ES256. */
    public DPoPKey() {
        throw new UnsupportedOperationException("to be written");
    }

    /**
     * Makes a proof for one request.
     * @param httpMethod its method
     * @param url its URL
     * @param accessToken token that goes with it, {@code null} at a token endpoint
     * @return value of the {@code DPoP} header; never the same twice
     */
    public String proof(String httpMethod, URI url, @Nullable String accessToken) {
        throw new UnsupportedOperationException("to be written");
    }

    /**
     * Remembers the nonce that a server wants in the next proof.
     * @param url any URL of that server: nonces are kept by origin
     * @param nonce value of {@code DPoP-Nonce}, or {@code null} to change nothing
     * @return whether it is another one than before
     */
    public boolean adopt(URI url, @Nullable String nonce) {
        throw new UnsupportedOperationException("to be written");
    }
}
