package io.mcpclient.sample.pages;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

import io.mcpclient.test.McpTestServer;

import static org.assertj.core.api.Assertions.assertThat;

/** The application of docs/skills.md, as it stands there: its class, its properties, two servers, and a model that follows rules. */
@Timeout(120)
class SkillsPageTests {

    private static final String PAGE = "docs/skills.md";

    private static final String URI_OF_SKILL = "skill://shop/returns/SKILL.md";

    private static final String SKILL = """
            ---
            name: returns
            description: Handle a return of goods
            ---
            Confirm every return in writing: call `send_letter` with the customer and the text "We have received it."
            """;

    @TempDir
    private static Path directory;

    private static Page page;

    private static CompiledPages compiled;

    private final McpTestServer shop = McpTestServer.create("shop");

    private final McpTestServer post = McpTestServer.create("post");

    @BeforeAll
    static void compile() throws IOException {
        page = Page.all().stream()
                .filter(candidate -> candidate.path().equals(PAGE))
                .findFirst()
                .orElseThrow();
        compiled = CompiledPages.of(List.of(page), Files.createDirectory(directory.resolve("classes")));
        assertThat(compiled.errors()).isEmpty();
    }

    @AfterAll
    static void closePage() {
        compiled.close();
    }

    @BeforeEach
    void serve() {
        this.shop
                .capabilities(
                        Map.of("resources", Map.of(), "extensions", Map.of("io.modelcontextprotocol/skills", Map.of())))
                .resource(URI_OF_SKILL, SKILL)
                .on("skills/list", request -> Map.of("skills", List.of(entry())));
        this.post.tool("send_letter").returns("Sent.");
    }

    @AfterEach
    void close() {
        this.shop.close();
        this.post.close();
    }

    private static Map<String, Object> entry() {
        byte[] bytes = SKILL.getBytes(StandardCharsets.UTF_8);
        return Map.of(
                "uri", URI_OF_SKILL,
                "frontmatter", Map.of("name", "returns", "description", "Handle a return of goods"),
                "resources", List.of(Map.of("uri", URI_OF_SKILL, "size", bytes.length, "digest", digest(bytes))));
    }

    private static String digest(byte[] bytes) {
        try {
            return "sha256:"
                    + HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException ex) {
            throw new IllegalStateException(ex);
        }
    }

    /** A model that knows nothing but what it reads: descriptions of tools, and their results. */
    private static final class RulesModel implements ChatModel {

        private static final Pattern LISTED = Pattern.compile("server \"(\\w+)\", skill \"(\\w+)\": .*return");

        private static final Pattern TOLD = Pattern.compile("call `(\\w+)` .* text \"([^\"]+)\"");

        private final List<String> called = new ArrayList<>();

        @Override
        public ChatResponse call(Prompt prompt) {
            List<Message> messages = prompt.getInstructions();
            if (!(messages.get(messages.size() - 1) instanceof ToolResponseMessage results)) {
                Matcher listed = find(LISTED, description(prompt, "load_skill"));
                return call(
                        "load_skill",
                        "{\"server\":\"%s\",\"skill\":\"%s\"}".formatted(listed.group(1), listed.group(2)));
            }
            String result = results.getResponses().get(0).responseData();
            if (this.called.size() == 1) {
                Matcher told = find(TOLD, result);
                description(prompt, told.group(1)); // offered
                return call(told.group(1), "{\"customer\":7,\"text\":\"%s\"}".formatted(told.group(2)));
            }
            return new ChatResponse(List.of(new Generation(new AssistantMessage("Done: " + result))));
        }

        private static String description(Prompt prompt, String tool) {
            return ((ToolCallingChatOptions) prompt.getOptions())
                    .getToolCallbacks().stream()
                            .map(callback -> callback.getToolDefinition())
                            .filter(definition -> definition.name().equals(tool))
                            .findFirst()
                            .orElseThrow()
                            .description();
        }

        private static Matcher find(Pattern pattern, String text) {
            Matcher matcher = pattern.matcher(text);
            assertThat(matcher.find()).as(text).isTrue();
            return matcher;
        }

        private ChatResponse call(String tool, String arguments) {
            this.called.add(tool);
            return new ChatResponse(List.of(new Generation(AssistantMessage.builder()
                    .content("")
                    .toolCalls(List.of(new AssistantMessage.ToolCall("call-1", "function", tool, arguments)))
                    .build())));
        }

        @Override
        public ChatOptions getOptions() {
            return ToolCallingChatOptions.builder().model("rules").build();
        }
    }

    private ConfigurableApplicationContext start(RulesModel model) throws Exception {
        Page.Block properties = page.blocks("yaml").get(1);
        Path file = Files.writeString(directory.resolve("application.yml"), properties.text());
        return new SpringApplicationBuilder(compiled.loader().loadClass(page.packageName() + ".Desk"))
                .initializers(context -> context.getBeanFactory().registerSingleton("model", model))
                .run(
                        "--server.port=0",
                        "--spring.config.location=" + file.toUri(),
                        "--mcp.servers.shop.url=" + this.shop.url(),
                        "--mcp.servers.post.url=" + this.post.url());
    }

    @Test
    void modelLoadsASkillOfOneServerAndUsesAToolOfAnother() throws Exception {
        RulesModel model = new RulesModel();
        try (ConfigurableApplicationContext context = start(model)) {
            int port = ((WebServerApplicationContext) context).getWebServer().getPort();
            HttpResponse<String> response = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/ask"))
                                    .timeout(Duration.ofSeconds(60))
                                    .header("Content-Type", "text/plain")
                                    .POST(HttpRequest.BodyPublishers.ofString(
                                            "Customer 7 returns a lamp. Write to them."))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());

            assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
            assertThat(response.body()).startsWith("Done: ").contains("Sent.");
            assertThat(model.called).containsExactly("load_skill", "send_letter");
            assertThat(this.shop.requests("resources/read")).isEqualTo(1);
            assertThat(this.post.calls("send_letter")).singleElement().satisfies(call -> assertThat(call.arguments())
                    .containsEntry("customer", 7)
                    .containsEntry("text", "We have received it."));
        }
    }
}
