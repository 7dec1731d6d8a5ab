package io.mcpclient.autoconfigure.diagnostics;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import io.mcpclient.McpClient;
import io.mcpclient.ReactiveMcpClient;
import io.mcpclient.spring.McpServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What a user reads who injects a client that exists, or seems to. */
@ExtendWith(OutputCaptureExtension.class)
class MissingClientTests {

    private static void fail(Class<?> source, String... arguments) {
        assertThatThrownBy(() -> new SpringApplicationBuilder(source)
                        .web(WebApplicationType.NONE)
                        .properties(
                                "mcp.defaults.start=lazy",
                                "mcp.servers.weather.url=http://localhost:1/mcp",
                                "mcp.servers.files.url=http://localhost:1/mcp")
                        .run(arguments))
                .isNotNull();
    }

    private static String analysis(CapturedOutput output) {
        assertThat(output.getAll()).contains("APPLICATION FAILED TO START");
        return output.getAll().substring(output.getAll().indexOf("APPLICATION FAILED TO START"));
    }

    @Test
    void whenAProviderLooksUpAMisspeltServerThenSimilarAndAllNamesAreListed(CapturedOutput output) {
        fail(Provider.class);
        assertThat(analysis(output))
                .contains("required the client of MCP server \"wether\", which does not exist")
                .contains("no MCP server of this name is configured")
                .contains("Did you mean \"weather\"? Known servers: files, weather.");
    }

    @Test
    void whenAProviderLooksUpADisabledServerThenThePropertyIsNamed(CapturedOutput output) {
        fail(Provider.class, "--mcp.servers.wether.url=http://localhost:1/mcp", "--mcp.servers.wether.enabled=false");
        assertThat(analysis(output)).contains("Reason: mcp.servers.wether.enabled is false");
    }

    @Test
    void whenAProviderHasAnotherQualifierThenAllNamesAreListed(CapturedOutput output) {
        fail(ProviderOfUnknown.class);
        assertThat(analysis(output))
                .contains("no client has this qualifier. These MCP servers are configured: files, weather")
                .contains("for example @McpServer(\"files\")")
                .doesNotContain("disabled");
    }

    @Test
    void whenAllServersAreDisabledThenThatIsSaid(CapturedOutput output) {
        fail(ProviderOfUnknown.class, "--mcp.defaults.enabled=false");
        assertThat(analysis(output)).contains("all MCP servers are disabled: files, weather");
    }

    @Test
    void whenTheQualifierIsTheNameOfTheBeanThenTheAnnotationIsNamed(CapturedOutput output) {
        fail(BeanName.class);
        assertThat(analysis(output))
                .contains("\"weatherMcpClient\" is the name of a bean, whose qualifier is the name of the server")
                .contains("Use @McpServer(\"weather\") at the injection point.");
    }

    @Test
    void whenTheClientOfTheApplicationHasNoAnnotationThenItIsNamed(CapturedOutput output) {
        fail(WithoutAnnotation.class);
        assertThat(analysis(output))
                .contains("the application defines the bean \"weatherMcpClient\" itself, without the qualifier")
                .contains("Annotate the definition of that bean with @McpServer(\"weather\").");
    }

    @Test
    void whenTheReactiveClientOfTheApplicationHasNoAnnotationThenItIsNamed(CapturedOutput output) {
        fail(ReactiveWithoutAnnotation.class);
        assertThat(analysis(output))
                .contains("the application defines the bean \"weatherReactiveMcpClient\" itself")
                .contains("Annotate the definition of that bean with @McpServer(\"weather\").");
    }

    @Test
    void whenAClientOfTheApplicationHasTheNameOfAServerThenTheBeansAreNamed(CapturedOutput output) {
        fail(SameName.class);
        assertThat(analysis(output))
                .contains("MCP server \"weather\" is not configured correctly")
                .contains("Property: mcp.servers.weather")
                .contains("has several clients, the beans \"mine\", \"weatherMcpClient\"")
                .contains("name its bean \"weatherMcpClient\", and annotate it with @McpServer(\"weather\")");
    }

    private static McpClient client() {
        return McpClient.builder("weather").url("http://localhost:1/mcp").build();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    @Import(Application.class)
    static class Provider {

        Provider(@McpServer("wether") ObjectProvider<McpClient> client) {
            client.getObject();
        }
    }

    @Qualifier
    @Retention(RetentionPolicy.RUNTIME)
    @interface Unknown {}

    @Import(Application.class)
    static class ProviderOfUnknown {

        ProviderOfUnknown(@Unknown ObjectProvider<McpClient> client) {
            client.getObject();
        }
    }

    @Import(Application.class)
    static class BeanName {

        BeanName(@Qualifier("weatherMcpClient") McpClient client) {}
    }

    @Import({Application.class, OwnClient.class})
    static class WithoutAnnotation {

        WithoutAnnotation(@McpServer("weather") McpClient client) {}
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnClient {

        @Bean
        McpClient weatherMcpClient() {
            return client();
        }
    }

    @Import({Application.class, OwnReactiveClient.class})
    static class ReactiveWithoutAnnotation {

        ReactiveWithoutAnnotation(@McpServer("weather") ReactiveMcpClient client) {}
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnReactiveClient {

        @Bean
        ReactiveMcpClient weatherReactiveMcpClient() {
            return client().reactive();
        }
    }

    @Import(Application.class)
    static class SameName {

        @Bean
        McpClient mine() {
            return client();
        }
    }
}
