package io.mcpclient.autoconfigure;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.GeneratedFiles.Kind;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.core.ResolvableType;
import org.springframework.core.io.InputStreamSource;
import org.springframework.javapoet.ClassName;

import io.mcpclient.autoconfigure.properties.AuthProperties;
import io.mcpclient.autoconfigure.properties.McpProperties;
import io.mcpclient.autoconfigure.properties.ServerProperties;
import io.mcpclient.autoconfigure.properties.ServerToolProperties;
import io.mcpclient.autoconfigure.session.McpSessionAutoConfiguration;
import io.mcpclient.support.schema.InitializeResult;

import static org.assertj.core.api.Assertions.assertThat;

class AheadOfTimeTests {

    /** That such an application starts is shown by the tests of the starter. */
    @Test
    void whenProcessedAheadOfTimeThenBuildTimeServersAreNotGenerated() {
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        TestPropertyValues.of("mcp.servers.weather.url=http://localhost/mcp").applyTo(context);
        context.register(McpClientAutoConfiguration.class, McpSessionAutoConfiguration.class);
        InMemoryGeneratedFiles files = new InMemoryGeneratedFiles();
        DefaultGenerationContext generation =
                new DefaultGenerationContext(new ClassNameGenerator(ClassName.get("test", "Application")), files);
        new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
        generation.writeGeneratedContent();
        assertThat(files.getGeneratedFiles(Kind.SOURCE).values())
                .anySatisfy(file -> assertThat(read(file)).contains("mcpClientDefinitions"))
                .allSatisfy(file -> assertThat(read(file)).doesNotContain("weather"));
        assertThat(files.getGeneratedFiles(Kind.SOURCE).keySet())
                .anySatisfy(name -> assertThat(name).contains("SessionAutoConfiguration"));
        assertThat(RuntimeHintsPredicates.resource().forResource("io/mcpclient/autoconfigure/session/schema-h2.sql"))
                .accepts(generation.getRuntimeHints());
        assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(PropertiesMcpClientFactory.class, "create"))
                .accepts(generation.getRuntimeHints());
        assertThat(RuntimeHintsPredicates.reflection().onType(InitializeResult.class))
                .accepts(generation.getRuntimeHints());
        Set<Class<?>> records = new HashSet<>();
        collectRecords(ResolvableType.forClass(McpProperties.class), records);
        assertThat(records)
                .contains(ServerProperties.class, AuthProperties.class, ServerToolProperties.DeclaredAnnotations.class)
                .allSatisfy(type -> assertThat(RuntimeHintsPredicates.reflection()
                                .onConstructorInvocation(type.getDeclaredConstructors()[0]))
                        .accepts(generation.getRuntimeHints()));
    }

    /** Records that are bound, those in lists and maps included. */
    private static void collectRecords(ResolvableType type, Set<Class<?>> records) {
        Arrays.stream(type.getGenerics()).forEach(generic -> collectRecords(generic, records));
        if (type.toClass().isRecord() && records.add(type.toClass())) {
            Arrays.stream(type.toClass().getRecordComponents())
                    .forEach(component -> collectRecords(ResolvableType.forType(component.getGenericType()), records));
        }
    }

    private static String read(InputStreamSource file) {
        try (InputStream stream = file.getInputStream()) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
