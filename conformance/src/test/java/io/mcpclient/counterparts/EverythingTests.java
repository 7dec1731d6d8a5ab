package io.mcpclient.counterparts;

import java.nio.file.Path;
import java.time.Duration;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.schema.Root;
import io.mcpclient.status.McpEra;
import io.mcpclient.status.McpServerDescription;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every tool, resource, resource template and prompt of the reference server {@code server-everything}, with the same
 * assertions for each transport that it speaks.
 */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class EverythingTests
        implements EverythingTools, EverythingContents, EverythingConversations, EverythingTasks {

    static final String PACKAGE = "server-everything";

    static final Root HOME = Root.of(Path.of("home").toUri().toString()).withName("Home");

    private final RecordedNotifications heard = new RecordedNotifications();

    private final ScriptedHandlers answers = new ScriptedHandlers();

    private McpClient client;

    private McpClient plainClient;

    /** Starts to build a client for the server, over the transport of the subclass. */
    abstract McpClientBuilder builder();

    @BeforeAll
    void connect() {
        this.answers.roots(HOME);
        this.client = this.answers
                .offeredBy(builder())
                .timeouts(timeouts -> timeouts.withRequest(Duration.ofSeconds(20)))
                .logListener(this.heard)
                .changeListener(this.heard)
                .build();
        this.client.session().connect();
        this.plainClient = builder()
                .timeouts(timeouts -> timeouts.withRequest(Duration.ofSeconds(20)))
                .build();
    }

    @AfterAll
    void close() {
        if (this.client != null) {
            this.client.close();
        }
        if (this.plainClient != null) {
            this.plainClient.close();
        }
    }

    @Override
    public McpClient client() {
        return this.client;
    }

    @Override
    public McpClient plainClient() {
        return this.plainClient;
    }

    @Override
    public RecordedNotifications heard() {
        return this.heard;
    }

    @Override
    public ScriptedHandlers answers() {
        return this.answers;
    }

    @Override
    public NodePackage installed() {
        return NodePackage.of(PACKAGE);
    }

    @Test
    void theServerIntroducesItself() {
        McpServerDescription server = this.client.session().connect();
        assertThat(server.era()).isEqualTo(McpEra.LEGACY);
        assertThat(server.revision()).isEqualTo(ProtocolRevision.V2025_11_25);
        assertThat(server.serverInfo()).isNotNull();
        assertThat(server.serverInfo().name()).isEqualTo("mcp-servers/everything");
        assertThat(server.serverInfo().title()).isEqualTo("Everything Reference Server");
        assertThat(server.instructions()).startsWith("# Everything Server");
        assertThat(server.capabilities().hasLogging()).isTrue();
        assertThat(server.capabilities().hasCompletions()).isTrue();
        assertThat(server.capabilities().hasResourceSubscriptions()).isTrue();
        assertThat(server.capabilities().notifiesToolListChanged()).isTrue();
        assertThat(server.capabilities().hasTaskToolCalls()).isTrue();
    }

    // PNG-02
    @Test
    void theServerAnswersPings() {
        this.client.ping();
        assertThat(this.client.status().inFlight()).isZero();
    }
}
