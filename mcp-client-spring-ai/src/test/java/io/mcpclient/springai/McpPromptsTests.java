package io.mcpclient.springai;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.MessageType;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.content.Media;
import org.springframework.ai.document.Document;

import io.mcpclient.McpClient;
import io.mcpclient.schema.AudioContent;
import io.mcpclient.schema.BlobResourceContents;
import io.mcpclient.schema.ContentBlock;
import io.mcpclient.schema.EmbeddedResource;
import io.mcpclient.schema.GetPromptResult;
import io.mcpclient.schema.ImageContent;
import io.mcpclient.schema.PromptMessage;
import io.mcpclient.schema.ReadResourceResult;
import io.mcpclient.schema.Role;
import io.mcpclient.schema.TextContent;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;

/** Prompts as messages, resources as documents and media. */
@Timeout(60)
class McpPromptsTests {

    private static String message(String role, String content) {
        return "{\"role\":\"" + role + "\",\"content\":" + content + "}";
    }

    @Test
    void whenAPromptHasAnyContentThenItsMessagesHaveIt() {
        String messages = String.join(
                ",",
                message("user", "{\"type\":\"text\",\"text\":\"Review this\"}"),
                message("assistant", "{\"type\":\"text\",\"text\":\"Send it\"}"),
                message("user", "{\"type\":\"image\",\"data\":\"AAEC\",\"mimeType\":\"image/png\"}"),
                message("assistant", "{\"type\":\"audio\",\"data\":\"AwQF\",\"mimeType\":\"audio/mp3\"}"),
                message("user", "{\"type\":\"resource\",\"resource\":{\"uri\":\"f:a\",\"text\":\"class A {}\"}}"),
                message(
                        "user",
                        "{\"type\":\"resource\",\"resource\":{\"uri\":\"f:b\",\"blob\":\"BgcI\",\"mimeType\":\"application/pdf\"}}"),
                message("user", "{\"type\":\"resource_link\",\"uri\":\"f:c\",\"name\":\"c\"}"));
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy();
                McpClient client =
                        McpClient.builder("prompts").url(server.url()).build()) {
            server.on("initialize")
                    .optionally()
                    .reply(Reply.result("{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"prompts\":{}},"
                            + "\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}"));
            server.on("prompts/get").reply(Reply.result("{\"messages\":[" + messages + "]}"));
            List<Message> converted = McpPrompts.messages(client.getPrompt("review", Map.of()));

            assertThat(converted)
                    .extracting(Message::getMessageType)
                    .containsExactly(
                            MessageType.USER,
                            MessageType.ASSISTANT,
                            MessageType.USER,
                            MessageType.ASSISTANT,
                            MessageType.USER,
                            MessageType.USER,
                            MessageType.USER);
            assertThat(converted)
                    .extracting(Message::getText)
                    .containsExactly(
                            "Review this",
                            "Send it",
                            "",
                            "",
                            "class A {}",
                            "",
                            "{\"type\":\"resource_link\",\"uri\":\"f:c\",\"name\":\"c\"}");
            Media image = ((UserMessage) converted.get(2)).getMedia().get(0);
            assertThat(image.getMimeType()).hasToString("image/png");
            assertThat(image.getDataAsByteArray()).containsExactly(0, 1, 2);
            Media sound = ((AssistantMessage) converted.get(3)).getMedia().get(0);
            assertThat(sound.getMimeType()).hasToString("audio/mp3");
            assertThat(((UserMessage) converted.get(5)).getMedia().get(0).getDataAsByteArray())
                    .containsExactly(6, 7, 8);
        }
    }

    @Test
    void whenARoleIsUnknownThenTheMessageIsOfTheUser() {
        PromptMessage odd = new PromptMessage(new Role("narrator"), TextContent.of("Once"), Map.of());
        assertThat(McpPrompts.messages(GetPromptResult.of(odd)).get(0)).isInstanceOf(UserMessage.class);
    }

    @Test
    void whenAResourceIsReadThenItsPartsAreDocuments() {
        ReadResourceResult text = ReadResourceResult.text("file:///a.md", "# A");
        List<Document> documents = McpResources.documents(text);
        assertThat(documents).singleElement().satisfies(document -> {
            assertThat(document.getText()).isEqualTo("# A");
            assertThat(document.getMetadata()).isEqualTo(Map.of(McpResources.URI, "file:///a.md"));
        });
        assertThat(McpResources.media(text)).isEmpty();
    }

    @Test
    void whenAResourceIsBinaryThenItIsMedia() {
        BlobResourceContents blob = BlobResourceContents.of("file:///a.png", "image/png", new byte[] {1, 2});
        ReadResourceResult binary = new ReadResourceResult(List.of(blob), null, null, null, null, Map.of());
        Document document = McpResources.documents(binary).get(0);
        assertThat(document.isText()).isFalse();
        assertThat(document.getMedia().getDataAsByteArray()).containsExactly(1, 2);
        assertThat(document.getMetadata())
                .containsOnly(
                        Map.entry(McpResources.URI, "file:///a.png"), Map.entry(McpResources.MIME_TYPE, "image/png"));
        assertThat(McpResources.media(binary)).singleElement().satisfies(media -> assertThat(media.getMimeType())
                .hasToString("image/png"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-__-AQ", "+//+\r\nAQ", "data:application/pdf;base64,+//+AQ=="})
    void base64OfABinaryResourceIsReadHoweverItIsWritten(String blob) {
        BlobResourceContents contents =
                new BlobResourceContents("file:///a.pdf", "application/pdf", blob, null, Map.of());
        ReadResourceResult binary = new ReadResourceResult(List.of(contents), null, null, null, null, Map.of());
        assertThat(McpResources.media(binary)).singleElement().satisfies(media -> assertThat(media.getDataAsByteArray())
                .containsExactly(0xfb, 0xff, 0xfe, 1));
    }

    private static UserMessage converted(ContentBlock content) {
        PromptMessage message = new PromptMessage(Role.USER, content, Map.of());
        GetPromptResult prompt = new GetPromptResult(null, List.of(message), null, null, Map.of());
        return (UserMessage) McpPrompts.messages(prompt).get(0);
    }

    private static UserMessage imageOf(String mimeType, String data) {
        return converted(new ImageContent(data, mimeType, null, null, Map.of()));
    }

    @Test
    void embeddedImageOfAPromptHasTheTypeOfItsSignature() {
        BlobResourceContents blob = new BlobResourceContents("f:a", "image/jpg", "iVBORw0KGgo", null, Map.of());
        UserMessage message = converted(new EmbeddedResource(blob, null, null, Map.of()));
        assertThat(message.getMedia()).singleElement().satisfies(media -> assertThat(media.getMimeType())
                .hasToString("image/png"));
        assertThat(message.getText()).isEmpty();
    }

    @Test
    void imageOfAPromptHasTheTypeOfItsSignature() {
        UserMessage message = imageOf("image/jpg", "iVBORw0KGgo");
        assertThat(message.getMedia()).singleElement().satisfies(media -> assertThat(media.getMimeType())
                .hasToString("image/png"));
        assertThat(message.getText()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"image/bmp,AAEC,'[image/bmp, 3 bytes]'", "image/png,a%b,'[image/png, invalid Base64]'"})
    void imageOfAPromptThatModelsRefuseIsANote(String mimeType, String data, String note) {
        UserMessage message = imageOf(mimeType, data);
        assertThat(message.getMedia()).isEmpty();
        assertThat(message.getText()).isEqualTo(note);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/zip|UEsDBA==|[application/zip, 4 bytes, f:a]",
                "application/octet-stream|AAEC|[application/octet-stream, 3 bytes, f:a]",
                "application/pdf|a%b|[application/pdf, invalid Base64, f:a]",
                "text/csv|YSxi|'Resource f:a (text/csv)\na,b'"
            })
    void embeddedDataThatModelsRefuseAreTextOrANote(String mimeType, String data, String text) {
        BlobResourceContents blob = new BlobResourceContents("f:a", mimeType, data, null, Map.of());
        UserMessage message = converted(new EmbeddedResource(blob, null, null, Map.of()));
        assertThat(message.getMedia()).isEmpty();
        assertThat(message.getText()).isEqualTo(text);
    }

    @Test
    void audioWithoutAudioOrValidDataIsANote() {
        assertThat(converted(new AudioContent("AwQF", "no type", null, null, Map.of()))
                        .getText())
                .isEqualTo("[audio, 3 bytes]");
        assertThat(converted(new AudioContent("a%b", "audio/wav", null, null, Map.of()))
                        .getText())
                .isEqualTo("[audio/wav, invalid Base64]");
    }
}
