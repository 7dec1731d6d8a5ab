package io.mcpclient.counterparts;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.handler.McpProgress;
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
import io.mcpclient.status.McpEra;
import io.mcpclient.status.McpServerDescription;

import static io.mcpclient.counterparts.Results.call;
import static io.mcpclient.counterparts.Results.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Each feature that a server can have, with the same assertions for every SDK, transport and era. The servers are called
 * like their clients, and offer the same: {@link JavaSdkServer}, and {@code servers/features.mjs}.
 */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class FeatureTests {

    static final Root HOME = Root.of(Path.of("home").toUri().toString());

    /** The process of a server may share its processor with the processes of many tests. */
    private static final Duration START_OF_A_PROCESS = Duration.ofSeconds(45);

    private RecordedNotifications heard;

    private ScriptedHandlers answers;

    private McpClient client;

    /** What the structured content of {@code weather} is bound to. */
    record Weather(String city, double celsius) {}

    /** Starts to build a client for the server, over the transport of the subclass. */
    abstract McpClientBuilder builder();

    /** What the server cannot do over this transport in this era, each with the reason. */
    Map<Feature, String> missing() {
        return Map.of();
    }

    /** The revision that is spoken with the server. */
    ProtocolRevision revision() {
        return ProtocolRevision.V2025_11_25;
    }

    void needs(Feature feature) {
        String reason = missing().get(feature);
        assumeTrue(reason == null, reason);
    }

    /** Once for all tests, but not before all of them: the parameters of a class are not there as early. */
    @BeforeEach
    void connect() {
        if (this.client == null) {
            this.heard = new RecordedNotifications();
            this.answers = new ScriptedHandlers();
            this.answers.roots(HOME);
            this.client = this.answers
                    .offeredBy(builder())
                    .logListener(this.heard)
                    .changeListener(this.heard)
                    .timeouts(timeouts ->
                            timeouts.withConnect(START_OF_A_PROCESS).withChangeDebounce(Duration.ofMillis(20)))
                    .build();
            this.client.session().connect();
        }
    }

    McpClient client() {
        return this.client;
    }

    ScriptedHandlers answers() {
        return this.answers;
    }

    RecordedNotifications heard() {
        return this.heard;
    }

    @AfterAll
    void close() {
        if (this.client != null) {
            this.client.close();
            this.client = null;
        }
    }

    @Test
    void theServerDescribesItself() {
        McpServerDescription server = this.client.session().connect();
        assertThat(server.revision()).isEqualTo(revision());
        assertThat(server.era()).isEqualTo(revision().hasHandshake() ? McpEra.LEGACY : McpEra.MODERN);
        assertThat(server.serverInfo().name()).isEqualTo(this.client.name());
        assertThat(server.instructions()).isEqualTo("Uses each feature once.");
        assertThat(server.capabilities().notifiesToolListChanged()).isTrue();
        assertThat(server.capabilities().hasTaskToolCalls()).isFalse();
    }

    // PNG-02, PNG-04: by a request that there is in its era
    @Test
    void theServerSendsAKeepAlive() {
        this.client.ping();
        assertThat(this.client.status().inFlight()).isZero();
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
    void aToolThatFailsReportsIt() {
        assertThat(failure(this.client, "fail", Map.of())).isEqualTo("out of order");
    }

    // RPC-07
    @Test
    void anUnknownToolIsAServerError() {
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
    void logMessagesAreReceivedFromTheLevelOn() {
        needs(Feature.LOG_LEVEL);
        this.client.session().setLoggingLevel(LoggingLevel.WARNING);
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
    void samplingHandlerIsCalled() {
        needs(Feature.QUESTIONS);
        this.answers.say("Good morning.");
        assertThat(call(this.client, "sample", Map.of()).text())
                .isEqualTo(ScriptedHandlers.MODEL + " said: Good morning.");
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
    void formElicitationHandlerIsCalled() {
        needs(Feature.QUESTIONS);
        this.answers.elicit(ElicitResult.accept(Map.of("name", "Ada")));
        assertThat(call(this.client, "elicit", Map.of()).text()).isEqualTo("ACCEPT Ada");
        assertThat(this.answers.lastForm().message()).isEqualTo("Who are you?");
        assertThat(this.answers.lastForm().requestedSchema().required()).containsExactly("name");
        this.answers.elicit(ElicitResult.decline());
        assertThat(call(this.client, "elicit", Map.of()).text()).startsWith("DECLINE");
    }

    // ELI-18
    @Test
    void urlElicitationHandlerIsCalled() {
        needs(Feature.QUESTIONS);
        this.answers.elicit(ElicitResult.accept());
        assertThat(call(this.client, "send-to-page", Map.of()).text()).isEqualTo("ACCEPT");
        assertThat(this.answers.lastAddress().url()).isEqualTo("https://example.com/login");
        this.answers.elicit(ElicitResult.decline());
        assertThat(call(this.client, "send-to-page", Map.of()).text()).isEqualTo("DECLINE");
    }

    // ELI-26
    @Test
    void completionOfAUrlElicitationIsReported() {
        needs(Feature.REPORTED_VISITS);
        this.answers.elicit(ElicitResult.accept());
        this.heard.changes().clear();
        call(this.client, "send-to-page", Map.of());
        await().untilAsserted(() -> assertThat(this.heard.changes())
                .contains(this.answers.lastAddress().elicitationId()));
    }

    // ROOT-01
    @Test
    void rootsProviderIsCalled() {
        needs(Feature.QUESTIONS);
        assertThat(call(this.client, "roots", Map.of()).text()).isEqualTo(HOME.uri());
    }

    // PNG-01
    @Test
    void serverPingIsAnswered() {
        needs(Feature.PINGS_OF_THE_SERVER);
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
        assertThat(this.client.resources().listTemplates())
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
    void anUnknownResourceIsAServerError() {
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
    void changesOfEveryListAreReceived() {
        needs(Feature.CHANGES);
        String name = "addition-" + System.nanoTime();
        assertThat(this.client.listTools()).extracting(Tool::name).doesNotContain(name);
        this.client.resources().subscribe(JavaSdkServer.NOTES);
        this.heard.changes().clear();
        call(this.client, "change-everything", Map.of("name", name));
        await().untilAsserted(() ->
                assertThat(this.heard.changes()).contains("tools", "prompts", "resources", JavaSdkServer.NOTES));
        assertThat(call(this.client, name, Map.of()).text()).isEqualTo("I am new.");
        assertThat(this.client.listTools()).extracting(Tool::name).contains(name);
        assertThat(this.client.listPrompts()).extracting(Prompt::name).contains(name);
        assertThat(this.client.listResources()).extracting(Resource::uri).contains("notes://" + name);
        this.client.resources().unsubscribe(JavaSdkServer.NOTES);
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
