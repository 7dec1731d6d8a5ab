package io.mcpclient.sample.embedded.stateless;

import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.micrometer.observation.ObservationRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;

import io.mcpclient.schema.CacheScope;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.test.McpTestServer;
import io.mcpclient.test.McpTestServlet;

/**
 * The server {@code vault}: two tools for protected notes. It does not handle tokens: a filter checks access by the headers
 * that repeat the body. The server checks that they match the body, as any server of the revision does.
 *
 * @see "MCP 2026-07-28, basic/transports/streamable-http, Request Metadata"
 */
@Configuration(proxyBeanMethods = false)
@Profile("secured")
class VaultConfiguration {

    private static final int MAX_NOTES = 100;

    private final Queue<String> notes = new ConcurrentLinkedQueue<>(List.of("The key is under the third flowerpot."));

    @Bean
    McpTestServer vaultServer(ObjectProvider<ObservationRegistry> registry) {
        McpTestServer server = TravelConfiguration.server("vault", "Vault", null, registry)
                .cacheFor(Results.LONG, CacheScope.PRIVATE)
                .capabilities(Map.of("tools", Map.of()));
        Tools.define(
                        server,
                        "read_notes",
                        "Read notes",
                        "Returns the notes of the vault. Needs the scope notes:read.",
                        Tools.readOnly(),
                        new Schema())
                .answers(call -> Results.text(String.join("\n", this.notes)));
        Tools.define(
                        server,
                        "write_note",
                        "Write a note",
                        "Puts a note into the vault. Needs the scope notes:write, too.",
                        Tools.writes(false, false),
                        new Schema().must("text", "string", "The note", "minLength", 1, "maxLength", 500))
                .answers(call -> write(Tools.text(call, "text")));
        return server;
    }

    @Bean
    ServletRegistrationBean<McpTestServlet> vaultServlet(McpTestServer vaultServer) {
        return TravelConfiguration.servlet(vaultServer);
    }

    private CallToolResult write(String note) {
        if (this.notes.size() >= MAX_NOTES) {
            return CallToolResult.error("The vault is full.");
        }
        this.notes.add(note);
        return Results.text("The vault has " + this.notes.size() + " notes now.");
    }
}
