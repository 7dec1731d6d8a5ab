package io.mcpclient.internal.oauth;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;
import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.oauth.ScriptedAuthorizationServer;
import io.mcpclient.testkit.oauth.ScriptedResource;

import static org.assertj.core.api.Assertions.assertThat;

/** A protected server, its authorization server, a server that must receive no request, a user, and clients. */
final class OAuthFixture implements AutoCloseable {

    static final Duration LIMIT = Duration.ofSeconds(30);

    final ScriptedAuthorizationServer issuer = new ScriptedAuthorizationServer().client("client-1", null);

    /** Counts the requests. */
    final ScriptedHttpServer victim = new ScriptedHttpServer();

    final ScriptedHttpServer server;

    final ScriptedResource resource;

    final Browser browser = new Browser();

    private final McpProtocol protocol;

    private final List<McpClient> clients = new ArrayList<>();

    OAuthFixture() {
        this(McpProtocol.MODERN);
    }

    /** @param protocol era of the server: {@code MODERN} or {@code LEGACY} */
    OAuthFixture(McpProtocol protocol) {
        this.protocol = protocol;
        this.server = (protocol == McpProtocol.MODERN) ? ScriptedHttpServer.modern() : ScriptedHttpServer.legacy();
        this.resource = ScriptedResource.protect(this.server, this.issuer);
        this.victim.onAny().optionally().reply(request -> Reply.status(200));
    }

    /** A client whose user agrees in the browser. */
    McpClient client() {
        return client(oauthBuilder -> oauthBuilder);
    }

    McpClient client(UnaryOperator<McpOAuthSettings.Builder> change) {
        return client(change, builder -> builder);
    }

    McpClient client(UnaryOperator<McpOAuthSettings.Builder> change, UnaryOperator<McpClientBuilder> more) {
        McpOAuthSettings.Builder oauthBuilder =
                McpOAuthSettings.builder().clientId("client-1").prompt(this.browser);
        McpClient client = more.apply(McpClient.builder("weather")
                        .url(this.server.url())
                        .protocol(protocol -> protocol.withEra(this.protocol))
                        .timeouts(timeouts -> timeouts.withConnect(LIMIT).withRequest(LIMIT))
                        .oauth(change.apply(oauthBuilder).build()))
                .build();
        this.clients.add(client);
        return client;
    }

    static Object call(McpClient client) {
        return client.callTool("echo", Map.of());
    }

    /** Checks that no client broke a protocol rule and that no forbidden URL was requested. */
    void verify() {
        assertThat(this.issuer.complaints()).isEmpty();
        assertThat(this.resource.complaints()).isEmpty();
        assertThat(this.victim.requests()).isEmpty();
    }

    @Override
    public void close() {
        this.clients.forEach(McpClient::close);
        this.server.close();
        this.issuer.close();
        this.victim.close();
    }
}
