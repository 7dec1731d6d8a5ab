package io.mcpclient.counterparts;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.handler.McpProgress;
import io.mcpclient.protocol.ServerDescription;
import io.mcpclient.schema.BlobResourceContents;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.CompleteParams;
import io.mcpclient.schema.CompletionReference;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.schema.LoggingLevel;
import io.mcpclient.schema.LoggingMessageParams;
import io.mcpclient.schema.Prompt;
import io.mcpclient.schema.PromptReference;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.schema.Resource;
import io.mcpclient.schema.ResourceTemplate;
import io.mcpclient.schema.ResourceTemplateReference;
import io.mcpclient.schema.Root;
import io.mcpclient.schema.TextContent;
import io.mcpclient.schema.TextResourceContents;
import io.mcpclient.schema.Tool;

import static io.mcpclient.counterparts.Results.call;
import static io.mcpclient.counterparts.Results.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

/** Everything that a server of the official Java SDK offers, with the same assertions for each of its transports. */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class JavaSdkServerTests {

    private static final Root HOME = Root.of(Path.of("home").toUri().toString());

    private final Heard heard = new Heard();

    private final Answers answers = new Answers();

    private McpClient client;

    /** What the structured content of {@code weather} is bound to. */
    record Weather(String city, double celsius) {}

    /** Starts to build a client for the server, over the transport of the subclass. */
    abstract McpClientBuilder builder();

    @BeforeAll
    void connect() {
        this.answers.roots(HOME);
        this.client = this.answers
                .offeredBy(builder())
                .logListener(this.heard)
                .changeListener(this.heard)
                .changeDebounce(Duration.ofMillis(20))
                .build();
        this.client.connect();
    }

    McpClient client() {
        return this.client;
    }

    Answers answers() {
        return this.answers;
    }

    @AfterAll
    void close() {
        if (this.client != null) {
            this.client.close();
        }
    }

    @Test
    void theServerIntroducesItself() {
        ServerDescription server = this.client.connect();
        assertThat(server.revision()).isEqualTo(ProtocolRevision.V2025_11_25);
        assertThat(server.serverInfo().name()).isEqualTo("java-sdk");
        assertThat(server.instructions()).isEqualTo("Uses each feature once.");
        assertThat(server.capabilities().tellsToolChanges()).isTrue();
        assertThat(server.capabilities().hasTaskToolCalls()).isFalse();
        this.client.ping();
    }

    @Test
    void toolsAreListedAndCalled() {
        assertThat(this.client.listTools())
                .extracting(Tool::name)
                .contains("weather", "echo", "count", "log", "fail", "sample", "elicit", "roots");
        String message = "Grüße, 世界 \uD83D\uDE80\n".repeat(1000);
        assertThat(call(this.client, "echo", Map.of("message", message)).text()).isEqualTo(message);
    }

    @Test
    void structuredContentFitsItsSchemaAndIsBound() {
        CallToolResult result = call(this.client, "weather", Map.of("city", "Oslo"));
        Results.assertFitsSchema(this.client, "weather", result.structuredContent());
        assertThat(this.client.callTool("weather", Map.of("city", "Oslo"), Weather.class))
                .isEqualTo(new Weather("Oslo", 12.5));
    }

    // TOOL-12
    @Test
    void aToolThatFailsSaysSo() {
        assertThat(failure(this.client, "fail", Map.of())).isEqualTo("out of order");
    }

    // RPC-07
    @Test
    void aToolThatIsNotThereIsAnErrorOfTheServer() {
        assertThatExceptionOfType(McpRequestException.class)
                .isThrownBy(() -> this.client.callTool("no-such-tool", Map.of()))
                .satisfies(error -> assertThat(error.code()).isEqualTo(-32602));
    }

    // PRG-01 to PRG-03
    @Test
    void progressIsReported() {
        List<McpProgress> steps = new CopyOnWriteArrayList<>();
        call(this.client, "count", Map.of(), McpCallOptions.defaults().withProgress(steps::add));
        // Reported at once, so some may be left out, but neither the order nor the end.
        assertThat(steps)
                .isNotEmpty()
                .extracting(McpProgress::progress)
                .isSorted()
                .endsWith(3.0);
        assertThat(steps.get(steps.size() - 1).message()).isEqualTo("step 3");
    }

    // LOG-01, LOG-06
    @Test
    void logMessagesAreHeardFromTheLevelOn() {
        this.client.setLoggingLevel(LoggingLevel.WARNING);
        this.heard.logs().clear();
        call(this.client, "log", Map.of());
        await().untilAsserted(() -> assertThat(this.heard.logs())
                .extracting(LoggingMessageParams::level, LoggingMessageParams::logger, LoggingMessageParams::data)
                .containsExactly(
                        tuple(LoggingLevel.WARNING, "kitchen", "at level WARNING"),
                        tuple(LoggingLevel.ERROR, "kitchen", "at level ERROR")));
    }

    // SMP-04, SMP-15
    @Test
    void ourModelIsAsked() {
        this.answers.say("Good morning.");
        assertThat(call(this.client, "sample", Map.of()).text()).isEqualTo(Answers.MODEL + " said: Good morning.");
        assertThat(this.answers.lastSampling().systemPrompt()).isEqualTo("Be brief.");
        assertThat(((TextContent) this.answers
                                .lastSampling()
                                .messages()
                                .get(0)
                                .content()
                                .get(0))
                        .text())
                .isEqualTo("Say something.");
    }

    // ELI-16
    @Test
    void theUserIsAskedForInput() {
        this.answers.elicit(ElicitResult.accept(Map.of("name", "Ada")));
        assertThat(call(this.client, "elicit", Map.of()).text()).isEqualTo("ACCEPT {name=Ada}");
        assertThat(this.answers.lastForm().message()).isEqualTo("Who are you?");
        assertThat(this.answers.lastForm().requestedSchema().required()).containsExactly("name");
        this.answers.elicit(ElicitResult.decline());
        assertThat(call(this.client, "elicit", Map.of()).text()).startsWith("DECLINE");
    }

    // ELI-18, ELI-26
    @Test
    void theUserIsSentToAPageAndComesBack() {
        this.answers.elicit(ElicitResult.accept());
        this.heard.changes().clear();
        assertThat(call(this.client, "send-to-page", Map.of()).text()).isEqualTo("ACCEPT");
        assertThat(this.answers.lastAddress().url()).isEqualTo("https://example.com/login");
        await().untilAsserted(() -> assertThat(this.heard.changes()).contains("login-1"));
    }

    // ROOT-01
    @Test
    void ourRootsAreAskedFor() {
        assertThat(call(this.client, "roots", Map.of()).text()).isEqualTo(HOME.uri());
    }

    // PNG-01
    @Test
    void theServerCanPingUs() {
        assertThat(call(this.client, "ping-client", Map.of()).text()).isEqualTo("the client said {}");
    }

    @Test
    void resourcesAreListedAndRead() {
        assertThat(this.client.listResources())
                .extracting(Resource::uri)
                .contains(JavaSdkServer.NOTES, JavaSdkServer.LOGO);
        assertThat(((TextResourceContents) this.client
                                .readResource(JavaSdkServer.NOTES)
                                .contents()
                                .get(0))
                        .text())
                .isEqualTo("buy milk");
        assertThat(((BlobResourceContents) this.client
                                .readResource(JavaSdkServer.LOGO)
                                .contents()
                                .get(0))
                        .bytes())
                .asString()
                .isEqualTo("png");
        assertThat(this.client.listResourceTemplates())
                .extracting(ResourceTemplate::uriTemplate)
                .containsExactly("notes://day/{day}");
        assertThat(((TextResourceContents) this.client
                                .readResource("notes://day/monday")
                                .contents()
                                .get(0))
                        .uri())
                .isEqualTo("notes://day/monday");
    }

    // RES-03
    @Test
    void aResourceThatIsNotThereIsAnErrorOfTheServer() {
        assertThatExceptionOfType(McpRequestException.class)
                .isThrownBy(() -> this.client.readResource("nowhere://x"))
                .satisfies(error -> assertThat(error.code()).isIn(-32002, -32602));
    }

    @Test
    void promptsAreListedFilledInAndCompleted() {
        assertThat(this.client.listPrompts()).extracting(Prompt::name).contains("greeting");
        assertThat(this.client
                        .getPrompt("greeting", Map.of("name", "Ada"))
                        .messages()
                        .get(0)
                        .content())
                .isEqualTo(TextContent.of("Hello Ada"));
        assertThat(completed(PromptReference.of("greeting"), "name", "A")).containsExactly("Ada", "Alan");
        assertThat(completed(ResourceTemplateReference.of("notes://day/{day}"), "day", "t"))
                .containsExactly("tuesday");
    }

    // TOOL-23, PRM-08, RES-08, RES-10
    @Test
    void changesOfEveryListAreHeard() {
        this.client.subscribeResource(JavaSdkServer.NOTES);
        this.heard.changes().clear();
        call(this.client, "change-everything", Map.of("name", "addition"));
        await().untilAsserted(() ->
                assertThat(this.heard.changes()).contains("tools", "prompts", "resources", JavaSdkServer.NOTES));
        assertThat(call(this.client, "addition", Map.of()).text()).isEqualTo("I am new.");
        assertThat(this.client.listPrompts()).extracting(Prompt::name).contains("addition");
        assertThat(this.client.listResources()).extracting(Resource::uri).contains("notes://addition");
    }

    private List<String> completed(CompletionReference reference, String argument, String value) {
        return this.client
                .complete(CompleteParams.of(reference, argument, value))
                .completion()
                .values();
    }

    private static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofSeconds(15));
    }
}
