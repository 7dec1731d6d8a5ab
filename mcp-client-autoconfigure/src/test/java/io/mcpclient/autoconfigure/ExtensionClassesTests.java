package io.mcpclient.autoconfigure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurationImportSelector;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.AnnotationAttributes;
import org.springframework.core.type.AnnotationMetadata;

import io.mcpclient.McpClient;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;

/** What extensions cost an application that does not use them: no class of their module is loaded. */
@Timeout(180)
class ExtensionClassesTests {

    /** Rules out only that it hangs. */
    private static final Duration LIMIT = Duration.ofSeconds(120);

    @TempDir
    private Path directory;

    /** The program of the new JVM: an application that calls a tool and ends. */
    static final class Application {

        private Application() {}

        @Configuration(proxyBeanMethods = false)
        @Import(OwnAutoConfigurations.class)
        static class Beans {}

        /** Those of this library: the class path of tests has libraries that want databases. */
        static final class OwnAutoConfigurations extends AutoConfigurationImportSelector {

            @Override
            protected AnnotationAttributes getAttributes(AnnotationMetadata metadata) {
                return new AnnotationAttributes();
            }

            @Override
            protected Set<String> getExclusions(
                    AnnotationMetadata metadata, @Nullable AnnotationAttributes attributes) {
                return Set.of();
            }

            @Override
            protected List<String> getCandidateConfigurations(
                    AnnotationMetadata metadata, @Nullable AnnotationAttributes attributes) {
                return super.getCandidateConfigurations(metadata, attributes).stream()
                        .filter(name ->
                                name.startsWith("io.mcpclient.") || name.equals(SslAutoConfiguration.class.getName()))
                        .toList();
            }
        }

        public static void main(String[] args) {
            try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Beans.class)
                    .web(WebApplicationType.NONE)
                    .run(args)) {
                context.getBean(McpClient.class).callTool("echo", Map.of());
            }
        }
    }

    private List<String> loaded(String... arguments) throws IOException, InterruptedException {
        Path classes = this.directory.resolve("classes");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xlog:class+load:file=" + classes + "::filecount=0",
                "-cp",
                System.getProperty("java.class.path"),
                Application.class.getName(),
                "--spring.config.location=optional:classpath:/no-application/",
                "--spring.docker.compose.enabled=false"));
        command.addAll(List.of(arguments));
        Path output = this.directory.resolve("output");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean hasEnded = process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS);
        process.destroyForcibly();
        assertThat(hasEnded).isTrue();
        assertThat(process.waitFor())
                .as(Files.readString(output, StandardCharsets.UTF_8))
                .isZero();
        return Files.readAllLines(classes, StandardCharsets.UTF_8);
    }

    // EXT-05
    @Test
    void applicationWithoutExtensionsLoadsNoClassOfTheirModule() throws Exception {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            List<String> loaded = loaded("--mcp.servers.weather.url=" + server.url());

            assertThat(loaded)
                    .anyMatch(line -> line.contains(" io.mcpclient.autoconfigure.McpClientAutoConfiguration "))
                    .anyMatch(line -> line.contains(" io.mcpclient.schema.CallToolResult "));
            assertThat(loaded.stream()
                            .filter(line ->
                                    line.contains("mcp-client-extensions") || line.contains(" org.snakeyaml.engine.")))
                    .isEmpty();
        }
    }

    // The check above would see one: with an extension there are some
    @ParameterizedTest
    @CsvSource({"skills, io.mcpclient.skills.McpSkillsExtension", "apps, io.mcpclient.apps.McpAppsExtension"})
    void applicationWithAnExtensionLoadsClassesOfTheirModule(String extension, String type) throws Exception {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            assertThat(loaded(
                            "--mcp.servers.weather.url=" + server.url(),
                            "--mcp.extensions." + extension + ".enabled=true"))
                    .anyMatch(line -> line.contains(" " + type + " ") && line.contains("mcp-client-extensions"));
        }
    }
}
