package io.mcpclient.langchain4j;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.exception.ToolExecutionException;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.rag.DefaultRetrievalAugmentor;
import dev.langchain4j.rag.content.Content;
import dev.langchain4j.rag.query.Query;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolProviderRequest;
import dev.langchain4j.service.tool.ToolProviderResult;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.registry.McpResourceRegistry;
import io.mcpclient.registry.McpToolNaming;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Resources as tools of a model, and as retrieved content. */
@Timeout(60)
class ResourceToolsTests {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private final McpClients clients = new McpClients(List.of());

    private final McpToolRegistry tools = McpToolRegistry.of(this.clients, McpToolNaming.defaults());

    private final McpResourceRegistry resources = McpResourceRegistry.of(this.clients);

    private final ScriptedModel model = new ScriptedModel();

    interface Assistant {

        String chat(String text);
    }

    @AfterEach
    void close() {
        this.tools.close();
        this.resources.close();
        this.clients.close();
        this.server.close();
    }

    private void start() {
        this.server.on("GET").optionally().reply(Reply.status(405));
        this.server
                .on("initialize")
                .optionally()
                .reply(Reply.result(
                        "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{},\"resources\":{}},"
                                + "\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}"));
        this.server
                .on("resources/list")
                .optionally()
                .reply(
                        Reply.result(
                                "{\"resources\":[{\"uri\":\"file:///a.txt\",\"name\":\"a\",\"description\":\"Letter A\","
                                        + "\"mimeType\":\"text/plain\",\"size\":3},{\"uri\":\"file:///b.png\",\"name\":\"b\"}]}"));
        this.server
                .on("resources/templates/list")
                .optionally()
                .reply(Reply.result("{\"resourceTemplates\":[{\"uriTemplate\":\"file:///{path}\",\"name\":\"any\"}]}"));
        McpClient client = this.invariants.build(McpClient.builder("files")
                .url(this.server.url())
                .principals(Mono::empty)
                .timeouts(timeouts -> timeouts.withShutdown(Duration.ofSeconds(2))));
        this.clients.add(client);
        client.session().start();
        Awaitility.await()
                .atMost(LIMIT)
                .until(() -> this.resources.snapshot().resources().size() == 2
                        && this.resources.snapshot().templates().size() == 1
                        && !this.tools.snapshot().tools().isEmpty());
    }

    private void answerReads() {
        this.server
                .on("resources/read")
                .always()
                .reply(
                        request -> Reply.result(
                                request.body().contains("b.png")
                                        ? "{\"contents\":[{\"uri\":\"file:///b.png\",\"mimeType\":\"image/png\",\"blob\":\"AAAA\"}]}"
                                        : "{\"contents\":[{\"uri\":\"file:///a.txt\",\"mimeType\":\"text/plain\",\"text\":\"abc\"}]}"));
    }

    private McpRegistryToolProvider.Builder provider() {
        return McpRegistryToolProvider.builder(this.tools).resources(this.resources);
    }

    private ToolProviderResult provided(McpRegistryToolProvider.Builder provider) {
        return provider.build().provideTools(new ToolProviderRequest("me", UserMessage.from("hello")));
    }

    private static ToolExecutionResult execute(ToolProviderResult tools, String name, String arguments) {
        return tools.toolExecutorByName(name)
                .executeWithContext(
                        ToolExecutionRequest.builder()
                                .id("1")
                                .name(name)
                                .arguments(arguments)
                                .build(),
                        InvocationContext.builder().chatMemoryId("me").build());
    }

    @Test
    void modelListsAndReadsResources() {
        start();
        answerReads();
        this.model
                .calls("list_resources", "{}")
                .calls("read_resource", "{\"server\":\"files\",\"uri\":\"file:///a.txt\"}")
                .says("done");
        AiServices.builder(Assistant.class)
                .chatModel(this.model)
                .toolProvider(provider().build())
                .build()
                .chat("go");

        assertThat(this.model.offered(0)).containsExactly("list_resources", "read_resource", "echo");
        assertThat(this.model.lastResult().text()).isEqualTo("abc");
    }

    @Test
    void listDescribesResourcesAndTemplatesOfSelectedServers() {
        start();
        assertThat(execute(provided(provider()), "list_resources", "{}").resultText())
                .isEqualTo("{\"resources\":[{\"server\":\"files\",\"uri\":\"file:///a.txt\",\"name\":\"a\","
                        + "\"description\":\"Letter A\",\"mimeType\":\"text/plain\",\"size\":3},"
                        + "{\"server\":\"files\",\"uri\":\"file:///b.png\",\"name\":\"b\"},"
                        + "{\"server\":\"files\",\"uriTemplate\":\"file:///{path}\",\"name\":\"any\"}]}");
        assertThat(execute(provided(provider().forServers("other")), "list_resources", "{}")
                        .resultText())
                .isEqualTo("{\"resources\":[]}");
    }

    @Test
    void readOfAnUnselectedServerIsAnErrorForTheModel() {
        start();
        ToolExecutionResult result = execute(
                provided(provider().forServers("other")),
                "read_resource",
                "{\"server\":\"files\",\"uri\":\"file:///a.txt\"}");
        assertThat(result.isError()).isTrue();
        assertThat(this.server.requests("resources/read")).isEmpty();
    }

    @Test
    void readWithInvalidArgumentsReportsTheProblemToTheModel() {
        start();
        ToolProviderResult tools = provided(provider());
        assertThat(List.of("{\"server\":\"files\"}", "{\"server\":\"files\",\"uri\":7}", "[]", "{\"server\":"))
                .map(arguments -> execute(tools, "read_resource", arguments))
                .allMatch(ToolExecutionResult::isError)
                .extracting(ToolExecutionResult::resultText)
                .satisfiesExactly(
                        text -> assertThat(text)
                                .isEqualTo(
                                        "The tool was not executed: the argument \"uri\" of read_resource is missing."),
                        text -> assertThat(text).startsWith("The resource was not read: no such resource is listed."),
                        text -> assertThat(text)
                                .isEqualTo(
                                        "The tool was not executed: the argument \"server\" of read_resource is missing."),
                        text -> assertThat(text)
                                .startsWith("The tool was not executed: its arguments are not a JSON object"));
        assertThat(this.server.requests("resources/read")).isEmpty();
    }

    @Test
    void failedReadIsAnErrorForTheModel() {
        start();
        this.server.on("resources/read").reply(Reply.error(-32002, "Resource not found"));
        assertThatExceptionOfType(ToolExecutionException.class)
                .isThrownBy(() ->
                        execute(provided(provider()), "read_resource", "{\"server\":\"files\",\"uri\":\"file:///c\"}"))
                .withMessageContaining("Resource not found");
    }

    @Test
    void readIsMadeOnBehalfOfThePrincipal() {
        start();
        answerReads();
        McpRegistryToolProvider.Builder provider =
                provider().principal(invocation -> McpPrincipal.of(String.valueOf(invocation.chatMemoryId())));
        assertThat(execute(provided(provider), "read_resource", "{\"server\":\"files\",\"uri\":\"file:///a.txt\"}")
                        .resultText())
                .endsWith("abc");
        assertThat(this.server.requests("initialize")).hasSize(2);
    }

    @Test
    void serverToolCannotUseAReservedNameOfTheLibrary() {
        this.server.tools("{\"name\":\"read_resource\",\"inputSchema\":{\"type\":\"object\"}}");
        start();
        assertThat(provided(provider()).aiServiceTools())
                .extracting(tool -> tool.name())
                .containsExactly("list_resources", "read_resource", "files_read_resource");
    }

    @Test
    void retrieverReadsSelectedTextResources() {
        start();
        answerReads();
        McpResourceContentRetriever retriever = McpResourceContentRetriever.builder(this.resources)
                .forServers("files")
                .maxCharacters(2)
                .build();
        List<Content> contents = retriever.retrieve(Query.from("letters"));

        assertThat(contents).hasSize(1);
        assertThat(contents.get(0).textSegment().text()).isEqualTo("ab");
        assertThat(contents.get(0).textSegment().metadata().toMap())
                .isEqualTo(Map.of("server", "files", "uri", "file:///a.txt", "name", "a", "mimeType", "text/plain"));
        assertThat(McpResourceContentRetriever.builder(this.resources)
                        .filter((query, resource) -> resource.resource().uri().contains(query.text()))
                        .build()
                        .retrieve(Query.from("nothing")))
                .isEmpty();
        assertThat(McpResourceContentRetriever.builder(this.resources)
                        .forServers("other")
                        .build()
                        .retrieve(Query.from("letters")))
                .isEmpty();
    }

    @Test
    void retrieverOmitsUnreadableResources() {
        start();
        this.server.on("resources/read").reply(Reply.error(-32002, "Resource not found"));
        answerReads();
        McpResourceContentRetriever retriever = McpResourceContentRetriever.builder(this.resources)
                .maxResources(1)
                .principal(query -> McpPrincipal.of("alice"))
                .build();
        assertThat(retriever.retrieve(Query.from("letters"))).isEmpty();
        assertThat(retriever.retrieve(Query.from("letters"))).hasSize(1);
    }

    @Test
    void retrievedContentIsInTheQuestionToTheModel() {
        start();
        answerReads();
        this.model.says("done");
        AiServices.builder(Assistant.class)
                .chatModel(this.model)
                .retrievalAugmentor(DefaultRetrievalAugmentor.builder()
                        .contentRetriever(McpResourceContentRetriever.builder(this.resources)
                                .build())
                        .build())
                .build()
                .chat("Which letters?");
        assertThat(((UserMessage) this.model.requests().get(0).messages().get(0)).singleText())
                .contains("Which letters?", "abc");
    }
}
