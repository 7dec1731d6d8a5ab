package io.mcpclient.counterparts;

import dev.langchain4j.data.message.ToolExecutionResultMessage;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;

import static org.assertj.core.api.Assertions.assertThat;

/** LangChain4j with the tools of a server of the Java SDK. */
class JavaSdkLangChain4jTests extends LangChain4jCases {

    @RegisterExtension
    static final JavaSdkServlet SERVER = new JavaSdkServlet();

    @Override
    McpClientBuilder builder() {
        return McpClient.builder("java-sdk").url(SERVER.url());
    }

    @Test
    void text() {
        assertThat(call("echo", "{\"message\":\"hello\"}").text()).isEqualTo("hello");
    }

    @Test
    void structuredContentBesideAnotherText() {
        assertThat(call("weather", "{\"city\":\"Oslo\"}").text())
                .startsWith("It is 12.5 degrees.\n{")
                .contains("\"celsius\":12.5", "\"city\":\"Oslo\"");
    }

    @Test
    void failureOfTheTool() {
        ToolExecutionResultMessage result = call("fail", "{}");
        assertThat(result.isError()).isTrue();
        assertThat(result.text()).isEqualTo("out of order");
    }

    @Test
    void progress() {
        assertThat(call("count", "{}").text()).isEqualTo("counted");
        Awaitility.await().untilAsserted(() -> assertThat(this.reports).hasSize(3));
    }

    @Test
    void toolThatAsksTheUser() {
        assertThat(call("elicit", "{}").text()).containsIgnoringCase("accept").endsWith("Ada");
    }

    @Test
    void toolThatAsksTheModel() {
        assertThat(call("sample", "{}").text()).isEqualTo("scripted said: something");
    }
}
