package io.mcpclient.springai;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ByteArrayResource;

import io.mcpclient.autoconfigure.McpClientAutoConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

/** The pages about Spring AI: their Java compiles, their YAML binds, the tests that they name exist. */
class PagesTests {

    private static final Path DOCS = Path.of("..", "docs");

    private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    private static final Pattern YAML = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

    private static final Pattern TYPE = Pattern.compile("(?m)^(?:class|record|interface) (\\w+)");

    private static String page(String name) throws IOException {
        return Files.readString(DOCS.resolve(name));
    }

    static Stream<String> snippets() throws IOException {
        return Stream.concat(
                        JAVA.matcher(page("spring-ai.md")).results(),
                        JAVA.matcher(page("coming-from-spring-ai.md")).results())
                .map(match -> match.group(1));
    }

    @ParameterizedTest
    @MethodSource("snippets")
    void whenAPageHasJavaThenItCompiles(String snippet, @TempDir Path classes) {
        MatchResult type = TYPE.matcher(snippet).results().findFirst().orElseThrow();
        JavaFileObject source =
                new SimpleJavaFileObject(
                        URI.create("string:///" + type.group(1) + ".java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return snippet;
                    }
                };
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        boolean compiled = compiler.getTask(
                        messages,
                        null,
                        null,
                        List.of("-proc:none", "-cp", System.getProperty("java.class.path"), "-d", classes.toString()),
                        null,
                        List.of(source))
                .call();
        assertThat(compiled).as(messages.toString()).isTrue();
    }

    @Test
    void whenAPageHasPropertiesThenTheyBind() throws IOException {
        String yaml = YAML.matcher(page("spring-ai.md"))
                .results()
                .findFirst()
                .orElseThrow()
                .group(1);
        List<PropertySource<?>> sources = new YamlPropertySourceLoader()
                .load("page", new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8)));
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        SslAutoConfiguration.class,
                        McpClientAutoConfiguration.class,
                        McpSpringAiAutoConfiguration.class))
                .withInitializer(context -> sources.forEach(
                        source -> context.getEnvironment().getPropertySources().addLast(source)))
                .withPropertyValues("mcp.defaults.start=lazy")
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(McpToolCallbackProvider.class)
                        .hasSingleBean(ChatModelSamplingHandler.class));
    }

    @ParameterizedTest
    @ValueSource(strings = {"spring-ai.md", "coming-from-spring-ai.md"})
    void whenAPageNamesATestThenItExists(String name) throws IOException {
        assertThat(Pattern.compile("`(\\w+Tests)`")
                        .matcher(page(name))
                        .results()
                        .map(match -> match.group(1)))
                .allSatisfy(test -> assertThat(Path.of("src/test/java/io/mcpclient/springai", test + ".java"))
                        .exists());
    }
}
