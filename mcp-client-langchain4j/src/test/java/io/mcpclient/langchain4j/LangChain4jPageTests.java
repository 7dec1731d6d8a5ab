package io.mcpclient.langchain4j;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ByteArrayResource;

import io.mcpclient.McpClient;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.langchain4j.autoconfigure.McpLangChain4jAutoConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

/** The page docs/langchain4j.md: its examples compile, its configuration starts, and the tests that it names exist. */
class LangChain4jPageTests {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final Pattern TEST = Pattern.compile("`(\\w+Tests)`");

    private static List<String> blocks(String language) throws IOException {
        List<String> blocks = new ArrayList<>();
        Matcher matcher =
                Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(page());
        while (matcher.find()) {
            blocks.add(matcher.group(1));
        }
        return blocks;
    }

    private static String page() throws IOException {
        return Files.readString(ROOT.resolve("docs").resolve("langchain4j.md"));
    }

    @Test
    void examplesCompile(@TempDir Path folder) throws IOException {
        List<String> examples = blocks("java");
        assertThat(examples).hasSize(2);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        for (String example : examples) {
            Matcher name = Pattern.compile("(?m)^class (\\w+)").matcher(example);
            assertThat(name.find()).isTrue();
            Path source = folder.resolve(name.group(1) + ".java");
            Files.writeString(source, example);
            StringWriter messages = new StringWriter();
            boolean compiled = compiler.getTask(
                            messages,
                            null,
                            null,
                            List.of(
                                    "-proc:none",
                                    "-d",
                                    folder.toString(),
                                    "-cp",
                                    System.getProperty("java.class.path")),
                            null,
                            compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)
                                    .getJavaFileObjects(source))
                    .call();
            assertThat(compiled).as(messages.toString()).isTrue();
        }
    }

    @Test
    void configurationStarts() throws IOException {
        List<PropertySource<?>> yaml = new YamlPropertySourceLoader()
                .load("page", new ByteArrayResource(blocks("yaml").get(0).getBytes(StandardCharsets.UTF_8)));
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        SslAutoConfiguration.class,
                        McpClientAutoConfiguration.class,
                        McpLangChain4jAutoConfiguration.class))
                .withPropertyValues("mcp.defaults.start=lazy")
                .withInitializer(
                        context -> context.getEnvironment().getPropertySources().addLast(yaml.get(0)))
                .run(context -> {
                    assertThat(context).hasNotFailed().hasSingleBean(McpRegistryToolProvider.class);
                    assertThat(context.getBeansOfType(McpClient.class)).hasSize(2);
                });
    }

    @Test
    void namedTestsExist() throws IOException {
        List<String> present;
        try (Stream<Path> files = Stream.of("mcp-client-langchain4j", "mcp-client-autoconfigure", "conformance")
                .map(module -> ROOT.resolve(module).resolve("src").resolve("test"))
                .flatMap(LangChain4jPageTests::walk)) {
            present = files.map(file -> file.getFileName().toString()).toList();
        }
        Matcher matcher = TEST.matcher(page());
        while (matcher.find()) {
            assertThat(present).contains(matcher.group(1) + ".java");
        }
    }

    private static Stream<Path> walk(Path folder) {
        try {
            return Files.walk(folder);
        } catch (IOException ex) {
            throw new IllegalStateException(ex);
        }
    }
}
