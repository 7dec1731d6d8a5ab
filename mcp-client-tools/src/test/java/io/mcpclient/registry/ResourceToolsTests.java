package io.mcpclient.registry;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;
import io.mcpclient.McpClients;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.call.McpToolApprovalDecision;
import io.mcpclient.call.McpToolApprovalRequest;
import io.mcpclient.extension.McpExtension;
import io.mcpclient.extension.McpExtensionContext;
import io.mcpclient.extension.McpExtensionMethod;
import io.mcpclient.model.McpModelResult;
import io.mcpclient.model.McpModelSettings;
import io.mcpclient.model.McpResultRules;
import io.mcpclient.settings.McpApprovalPolicy;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/** The tools with which a model lists and reads resources (T3). */
@Timeout(60)
class ResourceToolsTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private final ScriptedLegacyServer skilled = ScriptedHttpServer.legacy();

    private final McpClients clients = new McpClients(List.of());

    private final McpResourceRegistry resources = McpResourceRegistry.of(this.clients);

    private final List<McpToolApprovalRequest> asked = new CopyOnWriteArrayList<>();

    private McpToolRegistry registry = McpToolRegistry.of(this.clients, McpToolNaming.defaults());

    private boolean isApproved = true;

    private volatile String listed = "{\"uri\":\"file:///a.txt\",\"name\":\"a\"}";

    private volatile String contents = "\"text\":\"inside\"";

    @BeforeEach
    void script() {
        this.server.on("initialize").always().optionally().reply(request -> Reply.result(
                        "{\"protocolVersion\":\"2025-11-25\","
                                + "\"serverInfo\":{\"name\":\"files\",\"version\":\"1\"},\"capabilities\":{\"resources\":{}}}")
                .withHeader(ScriptedLegacyServer.SESSION_HEADER, "session-1"));
        this.server.knowingSession("session-1");
        this.server
                .on("resources/list")
                .always()
                .optionally()
                .reply(request -> Reply.result("{\"resources\":[" + this.listed + "]}"));
        this.server
                .on("resources/templates/list")
                .always()
                .optionally()
                .reply(Reply.result(
                        "{\"resourceTemplates\":[{\"uriTemplate\":\"users://{id}/profile\",\"name\":\"profile\"}]}"));
        this.server
                .on("resources/read")
                .always()
                .optionally()
                .reply(request -> Reply.result("{\"contents\":[{\"uri\":\"file:///a.txt\",\"mimeType\":\"text/plain\","
                        + this.contents + "}]}"));
    }

    @AfterEach
    void close() {
        this.registry.close();
        this.resources.close();
        this.clients.close();
        this.server.close();
        this.skilled.close();
    }

    private void use(McpToolExposure exposure) {
        this.registry.close();
        this.registry = McpToolRegistry.of(this.clients, McpToolNaming.defaults(), exposure);
    }

    private void start(McpApprovalPolicy policy) {
        McpClient client = McpClient.builder("files")
                .url(this.server.url())
                .tools(tools -> tools.withApproval(policy))
                .toolApproval(request -> {
                    this.asked.add(request);
                    return this.isApproved ? McpToolApprovalDecision.approve() : McpToolApprovalDecision.deny("no");
                })
                .build();
        this.clients.add(client);
        client.session().start();
        Awaitility.await()
                .atMost(LIMIT)
                .until(() -> !this.resources.snapshot().templates().isEmpty());
    }

    private McpToolSelection selection() {
        return McpToolSelection.all().resources(this.resources);
    }

    private McpModelResult read(String server, String uri) {
        String arguments = LibraryTool.CODEC.toJson(Map.of("server", server, "uri", uri));
        return this.registry.modelTool("read_resource", selection()).call(arguments, McpCallOptions.defaults());
    }

    private List<String> received() {
        return this.server.requests("resources/read").stream()
                .map(request -> request.json().at("/params/uri").asString())
                .toList();
    }

    @Test
    void toolsAreOfferedOnlyIfResourcesAreSelected() {
        start(McpApprovalPolicy.NONE);
        assertThat(this.registry.offer(selection()).tools())
                .extracting(McpModelTool::name)
                .containsExactly("list_resources", "read_resource");
        assertThat(this.registry.offer(McpToolSelection.all()).tools()).isEmpty();
        assertThat(this.registry
                        .modelTool("list_resources", selection())
                        .call(null, McpCallOptions.defaults())
                        .text())
                .contains("\"uri\":\"file:///a.txt\"", "\"uriTemplate\":\"users://{id}/profile\"");
        assertThat(this.server.requests("resources/read")).isEmpty();
    }

    @Test
    void listedResourcesHaveRoomInAResult() {
        this.listed = "{\"uri\":\"file:///b.txt\",\"name\":\"b\",\"description\":\"" + "long ".repeat(100) + "\"},"
                + this.listed;
        start(McpApprovalPolicy.NONE);
        assertThat(list())
                .contains("file:///b.txt", "file:///a.txt", "users://")
                .doesNotContain("omitted");
        use(McpToolExposure.all()
                .models(McpModelSettings.defaults().withResults(new McpResultRules(null, null, 200, null))));
        assertThat(list())
                .hasSizeLessThan(250)
                .contains("file:///a.txt", "users://", "\"omitted\":1")
                .doesNotContain("file:///b.txt");
    }

    private String list() {
        return this.registry
                .modelTool("list_resources", selection())
                .call(null, McpCallOptions.defaults())
                .text();
    }

    @ParameterizedTest
    @CsvSource({
        "file:///a.txt, true",
        "users://7/profile, true",
        "users:///profile, true",
        "users://7/profile/secrets, false",
        "users://7/8/profile, false",
        "file:///A.txt, false",
        "x:exfiltrate/ALL-OUR-SECRETS, false",
    })
    void onlyListedUrisAndExpansionsOfListedTemplatesAreRead(String uri, boolean isRead) {
        start(McpApprovalPolicy.NONE);
        McpModelResult result = read("files", uri);
        assertThat(received()).isEqualTo(isRead ? List.of(uri) : List.of());
        assertThat(result.isError()).isEqualTo(!isRead);
        assertThat(result.text())
                .contains(isRead ? "inside" : "The resource was not read: no such resource is listed.");
    }

    @Test
    void anyUriIsReadIfResourcesAreOpen() {
        use(McpToolExposure.all().models(McpModelSettings.defaults().withOpenResources(true)));
        start(McpApprovalPolicy.NONE);
        assertThat(read("files", "x:anything").text()).contains("inside");
        assertThat(received()).containsExactly("x:anything");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void invisibleCharactersAreRemovedFromContentsIfResultsAreCleaned(boolean isBlob) {
        String hidden = "in\u200bside";
        this.contents = isBlob
                ? "\"blob\":\"" + Base64.getEncoder().encodeToString(hidden.getBytes(StandardCharsets.UTF_8)) + "\""
                : "\"text\":\"" + hidden + "\"";
        start(McpApprovalPolicy.NONE);
        assertThat(read("files", "file:///a.txt").text()).isEqualTo(hidden);
        use(McpToolExposure.all().models(McpModelSettings.defaults().withCleanResults(true)));
        assertThat(read("files", "file:///a.txt").text()).isEqualTo("inside");
    }

    @ParameterizedTest
    @CsvSource({
        "ALL, file:///a.txt, true",
        "WRITES, file:///a.txt, false",
        "WRITES, users://7/profile, true",
        "DESTRUCTIVE, users://7/profile, false",
        "NONE, users://7/profile, false"
    })
    void readingNeedsApprovalByThePolicyOfTheServer(McpApprovalPolicy policy, String uri, boolean isAsked) {
        start(policy);
        assertThat(read("files", uri).isError()).isFalse();
        if (isAsked) {
            assertThat(this.asked)
                    .extracting(McpToolApprovalRequest::serverName, McpToolApprovalRequest::toolName)
                    .containsExactly(tuple("files", "read_resource"));
            assertThat(this.asked.get(0).arguments()).containsEntry("uri", uri);
        } else {
            assertThat(this.asked).isEmpty();
        }
    }

    @Test
    void readingThatIsDeniedIsNotSent() {
        this.isApproved = false;
        start(McpApprovalPolicy.ALL);
        assertThat(read("files", "file:///a.txt").text())
                .isEqualTo("The call was not approved: no. The tool was not executed.");
        assertThat(received()).isEmpty();
    }

    @Test
    void readsByApplicationCodeNeedNoApproval() {
        start(McpApprovalPolicy.ALL);
        assertThat(this.resources.read("files", "file:///a.txt").contents()).hasSize(1);
        assertThat(this.asked).isEmpty();
    }

    @Test
    void filtersAndPatternsOfTheServerApply() {
        use(McpToolExposure.all().server("files", McpServerTools.all().withExclude("read_*")));
        start(McpApprovalPolicy.NONE);
        assertThat(read("files", "file:///a.txt").isError()).isTrue();
        use(McpToolExposure.all().filter((tool, selection) -> !tool.server().equals("files")));
        assertThat(read("files", "file:///a.txt").isError()).isTrue();
        use(McpToolExposure.all());
        McpToolSelection others = selection().forServers("others");
        assertThat(this.registry
                        .modelTool("read_resource", others)
                        .call("{\"server\":\"files\",\"uri\":\"file:///a.txt\"}", McpCallOptions.defaults())
                        .isError())
                .isTrue();
        assertThat(received()).isEmpty();
    }

    /** A server that declares skills, and lists files of one as resources. */
    private void startWithSkills(boolean enabled) {
        ScriptedLegacyServer skilled = this.skilled;
        skilled.on("initialize").always().reply(request -> Reply.result("{\"protocolVersion\":\"2025-11-25\","
                        + "\"serverInfo\":{\"name\":\"shop\",\"version\":\"1\"},\"capabilities\":{\"resources\":{},"
                        + "\"extensions\":{\"io.modelcontextprotocol/skills\":{}}}}")
                .withHeader(ScriptedLegacyServer.SESSION_HEADER, "session-1"));
        skilled.knowingSession("session-1");
        skilled.on("resources/list")
                .always()
                .reply(Reply.result("{\"resources\":[{\"uri\":\"file:///a.txt\",\"name\":\"a\"}]}"));
        skilled.on("resources/templates/list")
                .always()
                .reply(Reply.result("{\"resourceTemplates\":[{\"uriTemplate\":\"{+uri}\",\"name\":\"any\"}]}"));
        skilled.on("resources/read")
                .always()
                .optionally()
                .reply(request -> Reply.result("{\"contents\":[{\"uri\":"
                        + request.json().at("/params/uri") + ",\"mimeType\":\"text/plain\",\"text\":\"inside\"}]}"));
        McpClientBuilder builder = McpClient.builder("shop").url(skilled.url());
        McpClient client = (enabled ? builder.extension(new Skills()) : builder).build();
        this.clients.add(client);
        client.session().start();
        Awaitility.await()
                .atMost(LIMIT)
                .until(() -> !this.resources.snapshot().templates().isEmpty());
    }

    // SKL-46
    @ParameterizedTest
    @ValueSource(
            strings = {
                "skill://shop/returns/SKILL.md",
                "SKILL://shop/returns/SKILL.md",
                " skill://shop/returns/forms/letter.md",
                "shop:///returns/SKILL.md",
                "shop:///returns/SKILL.md?x",
                "shop:///returns/%53KILL.md",
                "shop:///returns%2FSKILL.md"
            })
    void resourceOfASkillIsNotReadWhereSkillsAreUsed(String uri) {
        startWithSkills(true);

        McpModelResult result = read("shop", uri);

        assertThat(result.isError()).isTrue();
        assertThat(result.text()).contains("load_skill").doesNotContain("inside");
        assertThat(this.skilled.requests("resources/read")).isEmpty();
    }

    // SKL-13, SKL-46
    @Test
    void otherResourcesAreReadWhereSkillsAreUsed() {
        startWithSkills(true);

        assertThat(read("shop", "file:///a.txt").text()).contains("inside");
        assertThat(read("shop", "shop:///SKILL.md.txt").text()).contains("inside");
    }

    // EXT-05: without the extension, everything is as before
    @Test
    void resourceThatLooksLikeASkillIsReadWhereSkillsAreNotUsed() {
        startWithSkills(false);

        assertThat(read("shop", "skill://shop/returns/SKILL.md").text()).contains("inside");
    }

    /** The extension, as far as a client declares it. */
    private static final class Skills implements McpExtension<Skills, Object> {

        @Override
        public String identifier() {
            return "io.modelcontextprotocol/skills";
        }

        @Override
        public Class<Skills> type() {
            return Skills.class;
        }

        @Override
        public Class<Object> reactiveType() {
            return Object.class;
        }

        @Override
        public List<McpExtensionMethod> methods() {
            return List.of();
        }

        @Override
        public Object create(McpExtensionContext context) {
            return new Object();
        }

        @Override
        public Skills blocking(Object reactive, McpExtensionContext context) {
            return this;
        }
    }
}
