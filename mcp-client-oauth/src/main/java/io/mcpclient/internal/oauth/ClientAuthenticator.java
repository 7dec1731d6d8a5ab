package io.mcpclient.internal.oauth;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Date;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.id.ClientID;
import org.jspecify.annotations.Nullable;

import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.error.McpConfigurationException;

/**
 * Authenticates this client at token endpoints, with the method of its identity there. Thread-safe.
 *
 * @see "AUTH-43, CC-02 to CC-04, EMA-03, EMA-05"
 */
final class ClientAuthenticator {

    private static final Duration LIFETIME = Duration.ofSeconds(60);

    private static final String ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

    private final String serverName;

    private final McpOAuthSettings settings;

    private final InstantSource clock;

    private final AuthorizationFailures failures;

    ClientAuthenticator(String serverName, McpOAuthSettings settings, InstantSource clock) {
        this.serverName = serverName;
        this.settings = settings;
        this.clock = clock;
        this.failures = new AuthorizationFailures(serverName);
    }

    /**
     * Adds the client authentication to a request. Secrets and keys are read again each time.
     * @param client identity of this client; with an empty id nothing is added
     * @param form form of the request; receives {@code client_id}, {@code client_secret} or an assertion
     * @param headers headers of the request; receives {@code Authorization}
     * @throws McpConfigurationException if there is no secret, or the key cannot be used
     * @throws io.mcpclient.error.McpAuthorizationException if the secret or the key cannot be read
     */
    void authenticate(ClientIdentity client, Map<String, String> form, Map<String, String> headers) {
        switch (client.method()) {
            case CLIENT_SECRET_BASIC ->
                headers.put(
                        "Authorization",
                        new ClientSecretBasic(new ClientID(client.clientId()), new Secret(secret(client)))
                                .toHTTPAuthorizationHeader()); // form-encodes both before it joins them
            case CLIENT_SECRET_POST -> {
                form.put("client_id", client.clientId());
                form.put("client_secret", secret(client));
            }
            case PRIVATE_KEY_JWT -> {
                form.put("client_id", client.clientId());
                form.put("client_assertion_type", ASSERTION_TYPE);
                form.put("client_assertion", assertion(client));
            }
            case NONE -> {
                if (!client.clientId().isEmpty()) {
                    form.put("client_id", client.clientId());
                }
            }
        }
    }

    /** The configured secret is sent only with the configured id. */
    private String secret(ClientIdentity client) {
        Supplier<String> configured = this.settings.clientSecret();
        boolean isConfigured = !client.isRegistered() && client.clientId().equals(this.settings.clientId());
        String secret = (isConfigured && configured != null)
                ? this.failures.secret("auth.client-secret", configured)
                : client.secret();
        if (secret == null || secret.isEmpty()) {
            throw new McpConfigurationException(
                    this.serverName,
                    RemedyText.property(this.serverName, "auth.client-secret"),
                    "is missing",
                    "Set it, or " + RemedyText.property(this.serverName, "auth.token-auth-method")
                            + " to none if this client has no secret.");
        }
        return secret;
    }

    private String assertion(ClientIdentity client) {
        try {
            SigningKey key = key();
            SignedJWT jwt = new SignedJWT(
                    new JWSHeader.Builder(key.algorithm()).keyID(key.id()).build(), claims(client));
            jwt.sign(key.signer());
            return jwt.serialize();
        } catch (SigningKey.UnusableException ex) {
            throw unusable(String.valueOf(ex.getMessage()));
        } catch (JOSEException ex) {
            throw unusable("cannot be signed with");
        }
    }

    private SigningKey key() throws SigningKey.UnusableException {
        Supplier<String> text = this.settings.privateKey();
        if (text == null) {
            throw unusable("is missing");
        }
        return SigningKey.of(this.failures.secret("auth.private-key", text), this.settings.signingAlgorithm());
    }

    private JWTClaimsSet claims(ClientIdentity client) {
        String audience = this.settings.assertionAudience();
        Date now = Date.from(this.clock.instant());
        return new JWTClaimsSet.Builder()
                .issuer(client.clientId())
                .subject(client.clientId())
                .audience((audience != null) ? audience : client.issuer())
                .issueTime(now)
                .expirationTime(Date.from(this.clock.instant().plus(LIFETIME)))
                .jwtID(UUID.randomUUID().toString())
                .build();
    }

    private McpConfigurationException unusable(@Nullable String problem) {
        return new McpConfigurationException(
                this.serverName,
                RemedyText.property(this.serverName, "auth.private-key"),
                String.valueOf(problem),
                "Set it to an EC or RSA key, as PEM (PKCS#8) or as a JWK, and "
                        + RemedyText.property(this.serverName, "auth.signing-algorithm") + " to an algorithm for it.");
    }
}
