package io.mcpclient.counterparts.oauth;

import java.time.Duration;

import org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClientRepository;

/** Spring Authorization Server on a free port of the loopback interface. */
final class SpringAuthorizationServer implements AutoCloseable {

    private final AnnotationConfigServletWebServerApplicationContext context =
            new AnnotationConfigServletWebServerApplicationContext(Authority.class);

    SpringAuthorizationServer() {
        this.context.getBean(RegisteredClientRepository.class).save(Authority.signer(issuer()));
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
