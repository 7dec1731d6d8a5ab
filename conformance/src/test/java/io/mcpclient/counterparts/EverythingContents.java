package io.mcpclient.counterparts;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import io.mcpclient.McpClient;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.schema.BlobResourceContents;
import io.mcpclient.schema.CompleteParams;
import io.mcpclient.schema.CompletionReference;
import io.mcpclient.schema.EmbeddedResource;
import io.mcpclient.schema.GetPromptResult;
import io.mcpclient.schema.ListResourcesResult;
import io.mcpclient.schema.Prompt;
import io.mcpclient.schema.PromptArgument;
import io.mcpclient.schema.PromptMessage;
import io.mcpclient.schema.PromptReference;
import io.mcpclient.schema.Resource;
import io.mcpclient.schema.ResourceTemplate;
import io.mcpclient.schema.ResourceTemplateReference;
import io.mcpclient.schema.Role;
import io.mcpclient.schema.TextContent;
import io.mcpclient.schema.TextResourceContents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

/** Resources, resource templates, prompts and completions of server-everything. */
interface EverythingContents {

    String TEXT_TEMPLATE = "demo://resource/dynamic/text/{resourceId}";

    McpClient client();

    McpClient plainClient();

    /** The documents of the server, as it was installed. */
    NodePackage installed();

    @Test
    default void everyDocumentIsListedAndReadUnchanged() throws IOException {
        List<Resource> documents = plainClient().listResources().stream()
                .filter(resource -> resource.uri().startsWith("demo://resource/static/document/"))
                .toList();
        assertThat(documents)
                .extracting(Resource::name)
                .containsExactlyInAnyOrder(
                        "architecture.md",
                        "extension.md",
                        "features.md",
                        "how-it-works.md",
                        "instructions.md",
                        "startup.md",
                        "structure.md");
        for (Resource document : documents) {
            assertThat(document.mimeType()).isEqualTo("text/markdown");
            TextResourceContents contents = (TextResourceContents)
                    client().readResource(document.uri()).contents().get(0);
            assertThat(contents.uri()).isEqualTo(document.uri());
            assertThat(contents.text())
                    .isEqualTo(Files.readString(installed().file("docs/" + document.name()), StandardCharsets.UTF_8));
        }
    }

    @Test
    default void onePageContainsTheWholeList() {
        ListResourcesResult page = plainClient().resources().page(null, McpCallOptions.defaults());
        assertThat(page.nextCursor()).isNull();
        assertThat(page.resources()).isEqualTo(plainClient().listResources());
        assertThat(client().prompts().page(null, McpCallOptions.defaults()).prompts())
                .isEqualTo(client().listPrompts());
        assertThat(client().tools().page(null, McpCallOptions.defaults()).tools())
                .isEqualTo(client().listTools());
    }

    @Test
    default void everyTemplateIsListed() {
        assertThat(client().resources().listTemplates())
                .extracting(ResourceTemplate::uriTemplate, ResourceTemplate::name, ResourceTemplate::mimeType)
                .containsExactlyInAnyOrder(
                        tuple(TEXT_TEMPLATE, "Dynamic Text Resource", "text/plain"),
                        tuple(
                                "demo://resource/dynamic/blob/{resourceId}",
                                "Dynamic Blob Resource",
                                "application/octet-stream"));
    }

    @Test
    default void resourcesOfBothTemplatesAreRead() {
        TextResourceContents text = (TextResourceContents) client().readResource("demo://resource/dynamic/text/42")
                .contents()
                .get(0);
        assertThat(text.text()).startsWith("Resource 42: This is a plaintext resource");
        BlobResourceContents blob = (BlobResourceContents) client().readResource("demo://resource/dynamic/blob/42")
                .contents()
                .get(0);
        assertThat(new String(blob.bytes(), StandardCharsets.UTF_8)).startsWith("Resource 42: This is a base64 blob");
    }

    // RES-01, RES-03
    @Test
    default void anUnknownResourceIsAServerError() {
        assertThatExceptionOfType(McpRequestException.class)
                .isThrownBy(() -> client().readResource("demo://resource/nowhere"))
                .satisfies(error -> assertThat(error.code()).isIn(-32002, -32602))
                .withMessageStartingWith("MCP server \"everything\": resources/read: ");
        assertThatExceptionOfType(McpRequestException.class)
                .isThrownBy(() -> client().readResource("demo://resource/dynamic/text/zero"));
    }

    @Test
    default void everyPromptIsListedWithItsArguments() {
        List<Prompt> prompts = client().listPrompts();
        assertThat(prompts)
                .extracting(Prompt::name)
                .containsExactlyInAnyOrder("simple-prompt", "args-prompt", "completable-prompt", "resource-prompt");
        Prompt args = prompts.stream()
                .filter(prompt -> prompt.name().equals("args-prompt"))
                .findFirst()
                .orElseThrow();
        assertThat(args.displayName()).isEqualTo("Arguments Prompt");
        assertThat(args.arguments())
                .extracting(PromptArgument::name, PromptArgument::isRequired, PromptArgument::description)
                .containsExactly(tuple("city", true, "Name of the city"), tuple("state", false, null));
    }

    @Test
    default void everyPromptIsFilledIn() {
        assertThat(text(client().getPrompt("simple-prompt", Map.of())))
                .isEqualTo("This is a simple prompt without arguments.");
        assertThat(text(client().getPrompt("args-prompt", Map.of("city", "Oslo"))))
                .isEqualTo("What's weather in Oslo?");
        assertThat(text(client().getPrompt("args-prompt", Map.of("city", "Austin", "state", "Texas"))))
                .isEqualTo("What's weather in Austin, Texas?");
        assertThat(text(client().getPrompt("completable-prompt", Map.of("department", "Sales", "name", "Eve"))))
                .isEqualTo("Please promote Eve to the head of the Sales team.");
    }

    @Test
    default void aPromptMayHoldAResource() {
        GetPromptResult result =
                client().getPrompt("resource-prompt", Map.of("resourceType", "Blob", "resourceId", "5"));
        assertThat(result.messages()).extracting(PromptMessage::role).containsExactly(Role.USER, Role.USER);
        EmbeddedResource embedded = (EmbeddedResource) result.messages().get(1).content();
        assertThat(embedded.resource().uri()).isEqualTo("demo://resource/dynamic/blob/5");
    }

    // PRM-07
    @Test
    default void promptsWithMissingArgumentsAreServerErrors() {
        assertThatExceptionOfType(McpRequestException.class)
                .isThrownBy(() -> client().getPrompt("args-prompt", Map.of()))
                .satisfies(error -> assertThat(error.code()).isEqualTo(-32602));
        assertThatExceptionOfType(McpRequestException.class)
                .isThrownBy(() -> client().getPrompt("no-such-prompt", Map.of()))
                .satisfies(error -> assertThat(error.code()).isEqualTo(-32602));
    }

    // CMP-01 to CMP-03
    @Test
    default void argumentsOfPromptsAreCompleted() {
        PromptReference team = PromptReference.of("completable-prompt");
        assertThat(completed(CompleteParams.of(team, "department", ""))).hasSize(4);
        assertThat(completed(CompleteParams.of(team, "department", "S"))).containsExactly("Sales", "Support");
        assertThat(completed(CompleteParams.of(team, "name", "").withContext(Map.of("department", "Engineering"))))
                .containsExactly("Alice", "Bob", "Charlie");
        assertThat(completed(CompleteParams.of(team, "name", ""))).isEmpty();
        PromptReference resource = PromptReference.of("resource-prompt");
        assertThat(completed(CompleteParams.of(resource, "resourceType", "T"))).containsExactly("Text");
        assertThat(completed(CompleteParams.of(resource, "resourceId", "12"))).containsExactly("12");
    }

    @Test
    default void variablesOfTemplatesAreCompleted() {
        CompletionReference template = ResourceTemplateReference.of(TEXT_TEMPLATE);
        assertThat(completed(CompleteParams.of(template, "resourceId", "3"))).containsExactly("3");
        assertThat(completed(CompleteParams.of(template, "resourceId", "three")))
                .isEmpty();
        assertThatExceptionOfType(McpRequestException.class).isThrownBy(() -> client().complete(
                        CompleteParams.of(ResourceTemplateReference.of("demo://none/{x}"), "x", "")));
    }

    private List<String> completed(CompleteParams params) {
        return client().complete(params).completion().values();
    }

    private static String text(GetPromptResult result) {
        assertThat(result.messages()).hasSize(1);
        assertThat(result.messages().get(0).role()).isEqualTo(Role.USER);
        return ((TextContent) result.messages().get(0).content()).text();
    }
}
