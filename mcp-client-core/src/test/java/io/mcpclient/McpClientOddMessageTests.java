package io.mcpclient;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.error.McpProtocolException;
import io.mcpclient.schema.CreateMessageParams;
import io.mcpclient.schema.CreateMessageResult;
import io.mcpclient.schema.GetPromptResult;
import io.mcpclient.schema.ImageContent;
import io.mcpclient.schema.PromptMessage;
import io.mcpclient.schema.Role;
import io.mcpclient.schema.TextContent;
import io.mcpclient.schema.UnknownContent;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Servers that write the content of messages in another form than the specification. */
@Timeout(60)
class McpClientOddMessageTests {

    private static final String IMAGE = "{\"type\":\"image\",\"data\":\"aQ==\",\"mimeType\":\"image/png\"}";

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private final BlockingQueue<CreateMessageParams> asked = new LinkedBlockingQueue<>();

    private final McpClient client = McpClient.builder("weather")
            .url(this.server.url())
            .sampling((params, context) -> {
                this.asked.add(params);
                return CreateMessageResult.text("m", "sunny");
            })
            .build();

    @AfterEach
    void close() {
        this.client.close();
        this.server.close();
    }

    private GetPromptResult prompt(String messages) {
        this.server.on("GET").optionally().reply(Reply.status(405));
        this.server
                .on("initialize")
                .reply(Reply.result("{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"prompts\":{}},"
                        + "\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}"));
        this.server
                .on("prompts/get")
                .reply(Reply.result("{\"description\":\"d\",\"x\":1,\"messages\":" + messages + "}"));
        return this.client.getPrompt("greet", Map.of());
    }

    // fault F07
    @ParameterizedTest
    @ValueSource(strings = {"\"Hi\"", "[\"Hi\"]", "[{\"type\":\"text\",\"text\":\"Hi\"},null]"})
    void getPromptWhenContentIsATextOrAListReadsIt(String content) {
        assertThat(prompt("[{\"role\":\"user\",\"content\":" + content + "}]"))
                .isEqualTo(new GetPromptResult("d", List.of(PromptMessage.user("Hi")), null, null, Map.of("x", 1)));
    }

    @Test
    void getPromptWhenContentIsAListGivesAMessageForEachBlock() {
        GetPromptResult result = prompt(
                "[{\"role\":\"assistant\",\"content\":[\"a\"," + IMAGE
                        + ",{\"type\":\"audio\",\"data\":[7]},{\"type\":\"text\",\"text\":\"b\",\"annotations\":\"high\"}],\"n\":1},"
                        + "{\"role\":\"user\",\"content\":[]},{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"c\"}}]");

        Map<String, Object> extra = Map.of("n", 1);
        assertThat(result.messages())
                .containsExactly(
                        new PromptMessage(Role.ASSISTANT, TextContent.of("a"), extra),
                        new PromptMessage(Role.ASSISTANT, ImageContent.of(new byte[] {105}, "image/png"), extra),
                        new PromptMessage(
                                Role.ASSISTANT, new UnknownContent("audio", null, Map.of("data", List.of(7))), extra),
                        new PromptMessage(Role.ASSISTANT, TextContent.of("b"), extra),
                        PromptMessage.user("c"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[\"Hi\"]",
                "[{\"role\":\"user\"}]",
                "[{\"role\":\"user\",\"content\":7}]",
                "[{\"role\":\"user\",\"content\":[[\"Hi\"]]}]",
                "[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":[]}]}]",
                "[{\"role\":{},\"content\":\"Hi\"}]",
                "[{\"content\":\"Hi\"}]"
            })
    void getPromptWhenMessagesCannotBeReadFails(String messages) {
        assertThatThrownBy(() -> prompt(messages))
                .isInstanceOfSatisfying(McpProtocolException.class, ex -> assertThat(ex.reason())
                        .isEqualTo(McpProtocolException.Reason.MALFORMED));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {"\"Hi\" | 1", "[\"Hi\"] | 1", "[\"Hi\",{\"type\":\"text\",\"text\":\"Hi\"}] | 2"})
    void samplingWhenContentIsATextReadsIt(String content, int blocks) throws Exception {
        this.server.on("GET").optionally().reply(Reply.status(405));
        this.server.on("POST").reply(Reply.accepted());
        this.server
                .on("tools/call")
                .reply(Reply.sse(
                        "data: {\"jsonrpc\":\"2.0\",\"id\":\"r1\",\"method\":\"sampling/createMessage\",\"params\":"
                                + "{\"maxTokens\":9,\"messages\":[{\"role\":\"user\",\"content\":" + content + "}]}}",
                        "data: {\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"content\":[]}}"));

        this.client.callTool("echo", Map.of());

        assertThat(this.asked.take().messages()).singleElement().satisfies(message -> assertThat(message.content())
                .hasSize(blocks)
                .allMatch(TextContent.of("Hi")::equals));
        assertThat(this.server.awaitRequests("POST", 1, Duration.ofSeconds(20))).hasSize(1);
    }
}
