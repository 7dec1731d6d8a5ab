package io.mcpclient.sample.secured.authorization;

import org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext;

/**
 * Spring Authorization Server with a web server on a port of its own, and so an origin of its own, as it would be elsewhere.
 * It knows one user, takes every client that registers itself, and forgets all of it when it ends. Thread-safe.
 */
public final class AuthorizationServer implements AutoCloseable {

    private final AnnotationConfigServletWebServerApplicationContext context =
            new AnnotationConfigServletWebServerApplicationContext();

    private final Arrangement arrangement;

    /**
     * Creates the server.
     * @param arrangement its port, and what it issues tokens for
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
     * Returns what it is known by.
     * @return its identifier
     */
    public String issuer() {
        return this.arrangement.issuer();
    }

    /**
     * Returns what it has done so far.
     * @return numbers
     */
    public Ledger.Entry ledger() {
        return this.context.getBean(Ledger.class).entry();
    }

    /**
     * Returns what is good for something now.
     * @return number of access tokens that are neither expired nor taken back
     */
    public int validTokens() {
        return this.context.getBean(Grants.class).validTokens();
    }

    /** Makes all access tokens expire now; refresh tokens stay. */
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
