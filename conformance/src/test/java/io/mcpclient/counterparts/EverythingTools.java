package io.mcpclient.counterparts;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;

import javax.imageio.ImageIO;

import org.junit.jupiter.api.Test;

import io.mcpclient.McpClient;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpToolException;
import io.mcpclient.schema.BlobResourceContents;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.EmbeddedResource;
import io.mcpclient.schema.ImageContent;
import io.mcpclient.schema.ResourceContents;
import io.mcpclient.schema.ResourceLink;
import io.mcpclient.schema.Role;
import io.mcpclient.schema.TaskSupport;
import io.mcpclient.schema.TextContent;
import io.mcpclient.schema.TextResourceContents;
import io.mcpclient.schema.Tool;

import static io.mcpclient.counterparts.Results.block;
import static io.mcpclient.counterparts.Results.call;
import static io.mcpclient.counterparts.Results.failure;
import static io.mcpclient.counterparts.Results.tool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** The tools of server-everything that need nothing but a call and its answer. */
interface EverythingTools {

    List<String> PLAIN = List.of(
            "echo",
            "get-annotated-message",
            "get-env",
            "get-resource-links",
            "get-resource-reference",
            "get-structured-content",
            "get-sum",
            "get-tiny-image",
            "gzip-file-as-resource",
            "simulate-research-query",
            "toggle-simulated-logging",
            "toggle-subscriber-updates",
            "trigger-long-running-operation");

    /** Offers whatever a server may ask for. */
    McpClient client();

    /** Offers nothing. */
    McpClient plainClient();

    /** What the structured content of {@code get-structured-content} is bound to. */
    record Weather(double temperature, String conditions, int humidity) {}

    @Test
    default void aClientWithoutCapabilitiesSeesThirteenTools() {
        assertThat(plainClient().listTools()).extracting(Tool::name).containsExactlyInAnyOrderElementsOf(PLAIN);
    }

    // CAP-02: what is offered is seen to be offered
    @Test
    default void aClientWithAllCapabilitiesSeesInteractiveToolsToo() {
        List<String> expected = new ArrayList<>(PLAIN);
        expected.add("get-roots-list");
        expected.add("trigger-elicitation-request");
        expected.add("trigger-elicitation-request-async");
        expected.add("trigger-sampling-request");
        expected.add("trigger-sampling-request-async");
        expected.add("trigger-url-elicitation");
        assertThat(client().listTools()).extracting(Tool::name).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    default void toolsHaveTheServersTitlesSchemasAndAnnotations() {
        Tool echo = tool(client(), "echo");
        assertThat(echo.displayName()).isEqualTo("Echo Tool");
        assertThat(echo.description()).isEqualTo("Echoes back the input string");
        assertThat(echo.inputSchema().asMap())
                .containsEntry("type", "object")
                .containsEntry("required", List.of("message"));
        assertThat(echo.annotations()).isNotNull();
        assertThat(echo.annotations().isReadOnly()).isTrue();
        assertThat(echo.annotations().isIdempotent()).isTrue();
        assertThat(echo.annotations().isOpenWorld()).isFalse();
        assertThat(tool(client(), "simulate-research-query").taskSupport()).isEqualTo(TaskSupport.REQUIRED);
    }

    @Test
    default void echoReturnsEveryCharacter() {
        String message = "Grüße, 世界 \uD83D\uDE80 \"quoted\" \\ \n\r\t\u0000\u2028 end";
        assertThat(call(client(), "echo", Map.of("message", message)).text()).isEqualTo("Echo: " + message);
        assertThat(client().callTool("echo", Map.of("message", "x"), String.class))
                .isEqualTo("Echo: x");
    }

    @Test
    default void echoReturnsALongText() {
        String message = "0123456789abcdef".repeat(4096);
        assertThat(call(client(), "echo", Map.of("message", message)).text()).isEqualTo("Echo: " + message);
    }

    // TOOL-12
    @Test
    default void invalidArgumentsAreAToolError() {
        assertThat(failure(client(), "echo", Map.of())).contains("-32602", "message");
        assertThatExceptionOfType(McpToolException.class)
                .isThrownBy(() -> client().callTool("echo", Map.of("message", 7), String.class))
                .satisfies(error -> assertThat(error.toolName()).isEqualTo("echo"))
                .withMessageContaining("\"echo\"");
    }

    @Test
    default void anUnknownToolIsAToolError() {
        assertThat(failure(client(), "no-such-tool", Map.of())).contains("no-such-tool", "not found");
    }

    @Test
    default void getSumAddsIntegersAndFractions() {
        assertThat(call(client(), "get-sum", Map.of("a", 2, "b", 3)).text()).isEqualTo("The sum of 2 and 3 is 5.");
        assertThat(call(client(), "get-sum", Map.of("a", 0.5, "b", -2)).text())
                .isEqualTo("The sum of 0.5 and -2 is -1.5.");
    }

    // RPC-05, STD-10: each answer finds its request
    @Test
    default void concurrentCallsGetTheirOwnResponses() {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<CompletableFuture<String>> sums = IntStream.range(0, 40)
                    .mapToObj(i -> CompletableFuture.supplyAsync(
                            () -> call(client(), "get-sum", Map.of("a", i, "b", 1000))
                                    .text(),
                            threads))
                    .toList();
            for (int i = 0; i < sums.size(); i++) {
                assertThat(sums.get(i).join()).isEqualTo("The sum of %d and 1000 is %d.", i, i + 1000);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    default void getAnnotatedMessageHasAudienceAndPriority() {
        CallToolResult error =
                call(client(), "get-annotated-message", Map.of("messageType", "error", "includeImage", true));
        TextContent text = block(error, 0, TextContent.class);
        assertThat(text.text()).isEqualTo("Error: Operation failed");
        assertThat(text.annotations().priority()).isEqualTo(1.0);
        assertThat(text.annotations().audience()).containsExactly(Role.USER, Role.ASSISTANT);
        ImageContent image = block(error, 1, ImageContent.class);
        assertThat(image.annotations().priority()).isEqualTo(0.5);
        assertThat(image.annotations().audience()).containsExactly(Role.USER);

        CallToolResult debug = call(client(), "get-annotated-message", Map.of("messageType", "debug"));
        assertThat(debug.content()).hasSize(1);
        assertThat(block(debug, 0, TextContent.class).annotations().audience()).containsExactly(Role.ASSISTANT);
        assertThat(block(
                                call(client(), "get-annotated-message", Map.of("messageType", "success")),
                                0,
                                TextContent.class)
                        .annotations()
                        .priority())
                .isEqualTo(0.7);
    }

    @Test
    default void getEnvIsReadAsJson() {
        assertThat(client().callTool("get-env", Map.of(), Map.class)).containsKey("PATH");
    }

    @Test
    default void getResourceLinksPointsToResourcesThatCanBeRead() {
        CallToolResult result = call(client(), "get-resource-links", Map.of("count", 2));
        assertThat(result.content()).hasSize(3);
        assertThat(block(result, 0, TextContent.class).text()).startsWith("Here are 2 resource links");
        ResourceLink blob = block(result, 1, ResourceLink.class);
        ResourceLink text = block(result, 2, ResourceLink.class);
        assertThat(blob.name()).isEqualTo("Blob Resource 1");
        assertThat(text.description()).isEqualTo("Resource 2: plaintext resource");
        assertThat(text.mimeType()).isEqualTo("text/plain");
        assertThat(contents(blob.uri())).isInstanceOf(BlobResourceContents.class);
        assertThat(contents(text.uri())).isInstanceOf(TextResourceContents.class);
    }

    @Test
    default void getResourceReferenceHoldsTheResource() {
        CallToolResult text = call(client(), "get-resource-reference", Map.of("resourceType", "Text", "resourceId", 7));
        EmbeddedResource embedded = block(text, 1, EmbeddedResource.class);
        assertThat(embedded.resource().uri()).isEqualTo("demo://resource/dynamic/text/7");
        assertThat(((TextResourceContents) embedded.resource()).text()).startsWith("Resource 7: ");

        CallToolResult blob = call(client(), "get-resource-reference", Map.of("resourceType", "Blob", "resourceId", 8));
        BlobResourceContents bytes =
                (BlobResourceContents) block(blob, 1, EmbeddedResource.class).resource();
        assertThat(new String(bytes.bytes(), StandardCharsets.US_ASCII)).startsWith("Resource 8: ");

        assertThat(failure(client(), "get-resource-reference", Map.of("resourceId", -1)))
                .contains("positive integer");
    }

    @Test
    default void getStructuredContentFitsItsSchemaAndIsBound() {
        CallToolResult result = call(client(), "get-structured-content", Map.of("location", "Los Angeles"));
        Results.assertFitsSchema(client(), "get-structured-content", result.structuredContent());
        assertThat(result.text()).contains("\"temperature\":73");

        assertThat(client().callTool("get-structured-content", Map.of("location", "Los Angeles"), Weather.class))
                .isEqualTo(new Weather(73, "Sunny / Clear", 48));
        assertThatExceptionOfType(McpProtocolException.class).isThrownBy(() -> client().callTool(
                        "get-structured-content", Map.of("location", "Chicago"), Integer.class));
    }

    @Test
    default void getTinyImageIsAPicture() throws IOException {
        CallToolResult result = call(client(), "get-tiny-image", Map.of());
        assertThat(result.content()).hasSize(3);
        ImageContent image = block(result, 1, ImageContent.class);
        assertThat(image.mimeType()).isEqualTo("image/png");
        assertThat(ImageIO.read(new ByteArrayInputStream(image.bytes())).getWidth())
                .isEqualTo(20);
    }

    @Test
    default void gzipFileAsResourceReturnsTheFile() throws IOException {
        CallToolResult result = call(
                client(),
                "gzip-file-as-resource",
                Map.of("name", "embedded.gz", "data", dataUrl("a file"), "outputType", "resource"));
        EmbeddedResource embedded = block(result, 0, EmbeddedResource.class);
        assertThat(embedded.resource().mimeType()).isEqualTo("application/gzip");
        assertThat(unzipped(embedded.resource())).isEqualTo("a file");
    }

    @Test
    default void gzipFileAsResourceLinksToAFileThatIsNew() throws IOException {
        CallToolResult result =
                call(client(), "gzip-file-as-resource", Map.of("name", "linked.gz", "data", dataUrl("another file")));
        ResourceLink link = block(result, 0, ResourceLink.class);
        assertThat(link.uri()).isEqualTo("demo://resource/session/linked.gz");
        assertThat(unzipped(contents(link.uri()))).isEqualTo("another file");
        assertThat(client().listResources()).anyMatch(resource -> resource.uri().equals(link.uri()));
    }

    private static String dataUrl(String content) {
        return "data:text/plain;base64," + Base64.getEncoder().encodeToString(content.getBytes(StandardCharsets.UTF_8));
    }

    private static String unzipped(ResourceContents contents) throws IOException {
        byte[] bytes = ((BlobResourceContents) contents).bytes();
        return new String(new GZIPInputStream(new ByteArrayInputStream(bytes)).readAllBytes(), StandardCharsets.UTF_8);
    }

    private ResourceContents contents(String uri) {
        List<ResourceContents> contents = client().readResource(uri).contents();
        assertThat(contents).hasSize(1);
        return contents.get(0);
    }
}
