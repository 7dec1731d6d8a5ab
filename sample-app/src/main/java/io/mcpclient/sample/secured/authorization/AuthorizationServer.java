package io.mcpclient.sample.secured.authorization;

import org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext;

/**
 * Spring Authorization Server with its own web server, port and origin, as in production. It has one user, accepts dynamic
 * registration of every client, and stores everything in memory. Thread-safe.
 */
public final class AuthorizationServer implements AutoCloseable {

    private final AnnotationConfigServletWebServerApplicationContext context =
            new AnnotationConfigServletWebServerApplicationContext();

    private final Arrangement arrangement;

    /**
     * Creates the server.
     * @param arrangement its port and the protected server
     */
    public AuthorizationServer(Arrangement arrangement) {
        this.arrangement = arrangement;
        this.context.registerBean(Arrangement.class, () -> arrangement);
        this.context.register(AuthorizationServerConfiguration.class);
    }

    /** Starts the server; it accepts requests when this returns. */
    public void start() {
        this.context.refresh();
    }

    /**
     * Returns the issuer identifier.
     * @return the identifier
     */
    public String issuer() {
        return this.arrangement.issuer();
    }

    /**
     * Returns the counters.
     * @return the counters so far
     */
    public Ledger.Entry ledger() {
        return this.context.getBean(Ledger.class).entry();
    }

    /**
     * Returns the number of valid tokens.
     * @return number of access tokens that are neither expired nor revoked
     */
    public int validTokens() {
        return this.context.getBean(Grants.class).validTokens();
    }

    /** Expires all access tokens; refresh tokens remain valid. */
    public void expireAccessTokens() {
        this.context.getBean(Grants.class).expireAccessTokens();
    }

    /** Revokes all consents of users: all tokens become invalid. */
    public void revokeGrants() {
        this.context.getBean(Grants.class).revoke();
    }

    @Override
    public void close() {
        this.context.close();
    }
}
