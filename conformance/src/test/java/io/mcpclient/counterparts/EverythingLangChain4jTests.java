package io.mcpclient.counterparts;

import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;

import static org.assertj.core.api.Assertions.assertThat;

/** LangChain4j with the tools of server-everything. */
class EverythingLangChain4jTests extends LangChain4jCases {

    @RegisterExtension
    static final NodeHttpServer SERVER = new NodeHttpServer(EverythingTests.PACKAGE, "streamableHttp");

    @Override
    McpClientBuilder builder() {
        return McpClient.builder("everything").url(SERVER.url("/mcp"));
    }

    @Test
    void text() {
        assertThat(call("echo", "{\"message\":\"Grüße\"}").text()).isEqualTo("Echo: Grüße");
        assertThat(offered()).contains("echo", "get-tiny-image", "trigger-elicitation-request");
    }

    @Test
    void image() {
        ToolExecutionResultMessage result = call("get-tiny-image", "{}");
        assertThat(result.text()).contains("[image/png, ").doesNotContain("iVBORw0KGgo");
        assertThat(result.contents()).allMatch(TextContent.class::isInstance);
    }

    @Test
    void structuredContent() {
        assertThat(call("get-structured-content", "{\"location\":\"Los Angeles\"}")
                        .text())
                .contains("\"temperature\":73")
                .containsOnlyOnce("humidity");
    }

    @Test
    void failureOfTheTool() {
        ToolExecutionResultMessage result = call("echo", "{}");
        assertThat(result.isError()).isTrue();
        assertThat(result.text()).contains("message");
    }

    @Test
    void slowToolWithProgress() {
        assertThat(call("trigger-long-running-operation", "{\"duration\":0.8,\"steps\":4}")
                        .text())
                .startsWith("Long running operation completed.");
        assertThat(this.reports).hasSize(4);
    }

    @Test
    void toolThatAsksTheUser() {
        assertThat(call("trigger-elicitation-request", "{}").contents().toString())
                .contains("User provided the requested information", "Ada");
    }

    @Test
    void toolThatAsksTheModel() {
        assertThat(call("trigger-sampling-request", "{\"prompt\":\"Hi\",\"maxTokens\":10}")
                        .text())
                .contains("something");
    }

    @Test
    void resources() {
        assertThat(call("get-resource-links", "{\"count\":2}").text()).contains("\"type\":\"resource_link\"");
        assertThat(call("get-resource-reference", "{\"resourceType\":\"Text\",\"resourceId\":1}")
                        .text())
                .contains("Resource demo://resource/dynamic/text/1 (text/plain)");
    }
}
