package io.mcpclient.counterparts.oauth;

import java.net.URI;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;

/** Servers behind Spring Security, on a free port of the loopback interface. */
final class SpringResourceServer implements AutoCloseable {

    private final ServletWebServerApplicationContext context;

    SpringResourceServer(String issuer) {
        this.context = (ServletWebServerApplicationContext) new SpringApplication(Protection.class)
                .run(
                        "--server.port=0",
                        "--server.address=127.0.0.1",
                        "--spring.main.banner-mode=off",
                        "--spring.ai.mcp.server.name=protected",
                        "--spring.ai.mcp.server.protocol=STREAMABLE",
                        "--issuer=" + issuer);
        String base = base();
        cutoff().audiences(List.of(base, base + "/mcp", base + StatelessServer.PATH));
    }

    private String base() {
        return "http://127.0.0.1:" + this.context.getWebServer().getPort();
    }

    /** The server of an era. */
    URI url(boolean isStateless) {
        return URI.create(base() + (isStateless ? StatelessServer.PATH : "/mcp"));
    }

    /** Takes no token any more that was issued before this second. */
    void refuseAllUntilNow() {
        cutoff().refuseAllIssuedBefore(Instant.now().truncatedTo(ChronoUnit.SECONDS));
    }

    private Protection.Cutoff cutoff() {
        return this.context.getBean(Protection.Cutoff.class);
    }

    @Override
    public void close() {
        this.context.close();
    }
}
