package io.mcpclient.langchain4j;

import java.util.List;
import java.util.Map;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.AudioContent;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.PdfFileContent;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.data.message.VideoContent;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.registry.McpPromptRegistry;
import io.mcpclient.registry.McpToolNaming;
import io.mcpclient.schema.BlobResourceContents;
import io.mcpclient.schema.ContentBlock;
import io.mcpclient.schema.EmbeddedResource;
import io.mcpclient.schema.GetPromptResult;
import io.mcpclient.schema.PromptMessage;
import io.mcpclient.schema.Role;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;

class McpPromptMessagesTests {

    @Test
    void promptOfAServerIsConvertedToMessages() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy();
                McpClient client =
                        McpClient.builder("prompts").url(server.url()).build();
                McpClients clients = new McpClients(List.of(client));
                McpPromptRegistry registry = McpPromptRegistry.of(clients, McpToolNaming.defaults())) {
            server.on("GET").optionally().reply(Reply.status(405));
            server.on("initialize")
                    .reply(Reply.result("{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"prompts\":{}},"
                            + "\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}"));
            server.on("prompts/list").optionally().reply(Reply.result("{\"prompts\":[{\"name\":\"greet\"}]}"));
            server.on("prompts/get")
                    .reply(
                            Reply.result(
                                    "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"Hi\"}},"
                                            + "{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":\"Hello\"}},"
                                            + "{\"role\":\"user\",\"content\":{\"type\":\"audio\",\"data\":\"YQ\",\"mimeType\":\"audio/mp3\"}},"
                                            + "{\"role\":\"user\",\"content\":{\"type\":\"resource\",\"resource\":{\"uri\":\"file:///a\",\"text\":\"A\"}}},"
                                            + "{\"role\":\"assistant\",\"content\":{\"type\":\"image\",\"data\":\"aQ==\",\"mimeType\":\"image/png\"}}]}"));
            client.session().start();
            Awaitility.await().until(() -> registry.snapshot().find("greet").isPresent());
            List<ChatMessage> messages = McpPromptMessages.of(registry.getPrompt("greet", Map.of()));

            assertThat(messages.subList(0, 4))
                    .containsExactly(
                            UserMessage.from("Hi"),
                            AiMessage.from("Hello"),
                            UserMessage.from(AudioContent.from("YQ==", "audio/mp3")),
                            UserMessage.from(TextContent.from("Resource file:///a\nA")));
            assertThat(((AiMessage) messages.get(4)).images())
                    .extracting(image -> image.base64Data())
                    .containsExactly("aQ==");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "image/jpg,iVBORw0KGgo,iVBORw0KGgo=,image/png",
        "image/jpg,aQ==,aQ==,image/jpeg",
        "image/png,'data:image/png;base64,aQ',aQ==,image/png"
    })
    void imageHasTheTypeOfItsSignatureAndStandardBase64(String mimeType, String data, String base64, String type) {
        assertThat(content(mimeType, data)).isEqualTo(ImageContent.from(base64, type));
    }

    @ParameterizedTest
    @CsvSource({"image/bmp,AAEC,'[image/bmp, 3 bytes]'", "image/png,a%b,'[image/png, invalid Base64]'"})
    void imageThatModelsRefuseIsANote(String mimeType, String data, String note) {
        assertThat(content(mimeType, data)).isEqualTo(TextContent.from(note));
    }

    @Test
    void dataHaveTheTypeOfTheirSignature() {
        assertThat(embedded("application/pdf", "JVBERi0x"))
                .isEqualTo(PdfFileContent.from("JVBERi0x", "application/pdf"));
        assertThat(embedded("application/octet-stream", "JVBERi0x"))
                .isEqualTo(PdfFileContent.from("JVBERi0x", "application/pdf"));
        assertThat(embedded("video/mp4", "AAEC")).isEqualTo(VideoContent.from("AAEC", "video/mp4"));
        assertThat(embedded("text/csv", "YSxi")).isEqualTo(TextContent.from("Resource f:a (text/csv)\na,b"));
        assertThat(embedded("application/zip", "UEsDBA=="))
                .isEqualTo(TextContent.from("[application/zip, 4 bytes, f:a]"));
        assertThat(converted(new io.mcpclient.schema.AudioContent("a%b", "audio/wav", null, null, Map.of())))
                .isEqualTo(TextContent.from("[audio/wav, invalid Base64]"));
    }

    private static Content embedded(String mimeType, String data) {
        BlobResourceContents blob = new BlobResourceContents("f:a", mimeType, data, null, Map.of());
        return converted(new EmbeddedResource(blob, null, null, Map.of()));
    }

    private static Content content(String mimeType, String data) {
        return converted(new io.mcpclient.schema.ImageContent(data, mimeType, null, null, Map.of()));
    }

    private static Content converted(ContentBlock block) {
        PromptMessage message = new PromptMessage(Role.USER, block, Map.of());
        GetPromptResult prompt = new GetPromptResult(null, List.of(message), null, null, Map.of());
        return ((UserMessage) McpPromptMessages.of(prompt).get(0)).contents().get(0);
    }
}
