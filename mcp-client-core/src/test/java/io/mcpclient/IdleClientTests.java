package io.mcpclient;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.mcpclient.internal.support.LazyPart;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.ObjectGraph;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;

/** Counts the objects of a client that is connected and not used, and the parts that it has created. */
@Timeout(60)
class IdleClientTests {

    /** Ten more than there are: that of a new group of parts is noticed, that of a function or a small record is not. */
    private static final int MOST_OBJECTS = 136;

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    /** Not built by the invariants, which would listen to it. */
    private static McpClient client(ScriptedHttpServer server) {
        return McpClient.builder("weather")
                .protocol(protocol -> protocol.withEra(McpProtocol.LEGACY))
                .url(server.url())
                .build();
    }

    @Test
    void connectedClientDoesNotCreatePartsNeededOnlyForCalls() {
        try (ScriptedLegacyServer server = this.invariants.watch(ScriptedHttpServer.legacy());
                McpClient client = client(server)) {
            client.session().connect();
            client.status();

            assertThat(createdParts(client)).containsExactly("LegacyClient");
            assertThat(ObjectGraph.of(client).stream()
                            .map(object -> object.getClass().getName())
                            .filter(name -> name.startsWith("io.mcpclient.internal."))
                            .sorted())
                    .hasSizeLessThan(MOST_OBJECTS);
        }
    }

    // otherwise the test above proves nothing
    @Test
    void firstCallCreatesThePartsNeededForCalls() {
        try (ScriptedLegacyServer server = this.invariants.watch(ScriptedHttpServer.legacy());
                McpClient client = client(server)) {
            client.callTool("echo", Map.of());

            assertThat(createdParts(client)).contains("LegacyClient", "Operations", "CallPipeline", "Stages");
        }
    }

    private static List<String> createdParts(McpClient client) {
        return ObjectGraph.of(client).stream()
                .filter(LazyPart.class::isInstance)
                .map(part -> ((LazyPart<?>) part).present())
                .filter(part -> part != null)
                .map(part -> part.getClass().getSimpleName())
                .sorted()
                .toList();
    }
}
