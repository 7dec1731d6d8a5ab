package io.mcpclient.counterparts.oauth;

import java.time.Duration;

import org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext;

/** Spring Authorization Server on a free port of the loopback interface. */
final class SpringAuthorizationServer implements AutoCloseable {

    private final AnnotationConfigServletWebServerApplicationContext context =
            new AnnotationConfigServletWebServerApplicationContext(Authority.class);

    SpringAuthorizationServer() {
        clients().save(Authority.signer(issuer()));
    }

    private Authority.Clients clients() {
        return this.context.getBean(Authority.Clients.class);
    }

    /** Forgets the clients that have registered. */
    void forgetRegistrations() {
        clients().reset();
        clients().save(Authority.signer(issuer()));
    }

    String issuer() {
        return "http://127.0.0.1:" + this.context.getWebServer().getPort();
    }

    /** How long tokens last that are issued from now on. */
    void lifetime(Duration lifetime) {
        this.context.getBean(Authority.Audience.class).lifetime(lifetime);
    }

    TokenRequests requests() {
        return this.context.getBean(TokenRequests.class);
    }

    @Override
    public void close() {
        this.context.close();
    }
}
