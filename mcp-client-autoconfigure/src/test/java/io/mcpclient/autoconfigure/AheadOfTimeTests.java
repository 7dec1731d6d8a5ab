package io.mcpclient.autoconfigure;

import org.junit.jupiter.api.Test;
import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.GeneratedFiles.Kind;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.javapoet.ClassName;

import static org.assertj.core.api.Assertions.assertThat;

class AheadOfTimeTests {

    @Test
    void whenProcessedAheadOfTimeThenClientsAreDefinedInCode() {
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        TestPropertyValues.of("mcp.servers.weather.url=http://localhost/mcp").applyTo(context);
        context.register(McpClientAutoConfiguration.class);
        InMemoryGeneratedFiles files = new InMemoryGeneratedFiles();
        DefaultGenerationContext generation =
                new DefaultGenerationContext(new ClassNameGenerator(ClassName.get("test", "Application")), files);
        new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
        generation.writeGeneratedContent();
        assertThat(files.getGeneratedFiles(Kind.SOURCE).keySet()).isNotEmpty();
        assertThat(files.getGeneratedFiles(Kind.SOURCE).values())
                .anySatisfy(file ->
                        assertThat(read(file)).contains("weatherMcpClient").contains("AutowireCandidateQualifier"));
    }

    private static String read(org.springframework.core.io.InputStreamSource file) {
        try (var stream = file.getInputStream()) {
            return new String(stream.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        } catch (java.io.IOException ex) {
            throw new java.io.UncheckedIOException(ex);
        }
    }
}
