package io.mcpclient.springai;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.openrewrite.InMemoryExecutionContext;
import org.openrewrite.Recipe;
import org.openrewrite.Result;
import org.openrewrite.SourceFile;
import org.openrewrite.config.Environment;
import org.openrewrite.config.YamlResourceLoader;
import org.openrewrite.internal.InMemoryLargeSourceSet;
import org.openrewrite.maven.ChangeDependencyGroupIdAndArtifactId;
import org.openrewrite.properties.PropertiesParser;
import org.openrewrite.test.RecipeSpec;
import org.openrewrite.test.RewriteTest;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.mcpclient.McpClients;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.openrewrite.properties.Assertions.properties;
import static org.openrewrite.yaml.Assertions.yaml;

/** The recipe of OpenRewrite for docs/coming-from-spring-ai.md. */
class FromSpringAiRecipeTests implements RewriteTest {

    private static final String BEFORE = """
        spring.ai.mcp.client.name=desk-app
        spring.ai.mcp.client.version=2.1
        spring.ai.mcp.client.type=SYNC
        spring.ai.mcp.client.streamable-http.connections.desk.url=http://localhost:8081
        spring.ai.mcp.client.streamable-http.connections.maps.url=http://localhost:8082/maps/mcp
        spring.ai.mcp.client.sse.connections.old.url=http://localhost:8083
        spring.ai.mcp.client.stdio.connections.files.command=npx
        spring.ai.mcp.client.stdio.connections.files.args[0]=-y
        spring.ai.mcp.client.stdio.connections.files.env.NODE_ENV=production
        """;

    private static final String AFTER = """
        mcp.client-info.name=desk-app
        mcp.client-info.version=2.1
        mcp.servers.desk.url=http://localhost:8081/mcp
        mcp.servers.maps.url=http://localhost:8082/maps/mcp
        mcp.servers.old.url=http://localhost:8083/sse
        mcp.servers.files.command=npx
        mcp.servers.files.args[0]=-y
        mcp.servers.files.env.NODE_ENV=production
        """;

    private final ApplicationContextRunner migrated = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, McpClientAutoConfiguration.class))
            .withPropertyValues("mcp.defaults.start=lazy");

    private static Recipe recipe(String name) {
        String file = "META-INF/rewrite/from-spring-ai.yml";
        try (InputStream content = LeftoverProperties.class.getClassLoader().getResourceAsStream(file)) {
            return Environment.builder()
                    .load(new YamlResourceLoader(content, URI.create(file), new Properties()))
                    .build()
                    .activateRecipes(name);
        } catch (IOException ex) {
            throw new IllegalStateException(ex);
        }
    }

    @Override
    public void defaults(RecipeSpec spec) {
        spec.recipe(recipe("io.mcpclient.FromSpringAiProperties"));
    }

    /** What the recipe makes of a properties file. */
    private static Properties rewritten(String before) throws IOException {
        List<SourceFile> sources =
                PropertiesParser.builder().build().parse(before).toList();
        List<Result> results = recipe("io.mcpclient.FromSpringAiProperties")
                .run(new InMemoryLargeSourceSet(sources), new InMemoryExecutionContext())
                .getChangeset()
                .getAllResults();
        Properties after = new Properties();
        after.load(new StringReader(results.get(0).getAfter().printAll()));
        return after;
    }

    @Test
    void recipeWithTheStarterIsValidAndNamesTheVersionOfTheBuild() {
        Recipe recipe = recipe("io.mcpclient.FromSpringAi");
        assertThat(recipe.validateAll()).allMatch(validated -> validated.isValid());
        assertThat(recipe.getRecipeList().get(0))
                .isInstanceOfSatisfying(ChangeDependencyGroupIdAndArtifactId.class, change -> assertThat(pom())
                        .contains("<version>" + change.getNewVersion() + "</version>"));
    }

    private static String pom() {
        try {
            return Files.readString(Path.of("pom.xml"));
        } catch (IOException ex) {
            throw new IllegalStateException(ex);
        }
    }

    @Test
    void propertiesAreRenamedAndCompleted() {
        rewriteRun(properties(BEFORE, AFTER));
    }

    @Test
    void yamlIsRenamedAndCompleted() {
        rewriteRun(yaml("""
            spring:
              ai:
                mcp:
                  client:
                    request-timeout: 5s
                    type: ASYNC
                    streamable-http:
                      connections:
                        desk:
                          url: http://localhost:8081
                    stdio:
                      connections:
                        files:
                          command: npx
                          args: [ -y, server ]
                openai:
                  api-key: secret
            """, """
            spring:
              ai:
                openai:
                  api-key: secret
            mcp.defaults.request-timeout: 5s
            mcp.servers:
              desk:
                url: http://localhost:8081/mcp
              files:
                command: npx
                args: [ -y, server ]
            """));
    }

    @Test
    void everyPropertyOfSpringAiIsReplacedOrRemoved() throws IOException {
        String before = LeftoverProperties.REPLACEMENTS.stream()
                .map(row -> row.property().replace("<name>", "a") + "=x\n")
                .collect(Collectors.joining());
        assertThat(rewritten(before).stringPropertyNames())
                .containsExactlyInAnyOrderElementsOf(LeftoverProperties.REPLACEMENTS.stream()
                        .filter(row -> row.instead() != null && !row.property().endsWith("initialized"))
                        // of a path alone: left for the reader
                        .map(row -> row.property().endsWith("endpoint")
                                ? row.property().replaceAll("^.*connections", "mcp.servers")
                                : row.instead())
                        .map(name -> name.replace("<name>", "a"))
                        .collect(Collectors.toSet()));
    }

    @Test
    void applicationStartsWithTheRewrittenProperties() throws IOException {
        Properties after = rewritten(BEFORE);
        this.migrated
                .withPropertyValues(after.stringPropertyNames().stream()
                        .map(name -> name + "=" + after.getProperty(name))
                        .toArray(String[]::new))
                .run(context -> assertThat(context.getBean(McpClients.class).all())
                        .extracting(client -> client.name())
                        .containsExactlyInAnyOrder("desk", "maps", "old", "files"));
    }

    @Test
    void pathThatIsLeftOverStopsTheStart() throws IOException {
        Properties after = rewritten("spring.ai.mcp.client.streamable-http.connections.desk.url=http://localhost:8081\n"
                + "spring.ai.mcp.client.streamable-http.connections.desk.endpoint=/api/mcp\n");
        this.migrated
                .withPropertyValues(after.stringPropertyNames().stream()
                        .map(name -> name + "=" + after.getProperty(name))
                        .toArray(String[]::new))
                .run(context ->
                        assertThat(context).getFailure().rootCause().hasMessageContaining("mcp.servers.desk.endpoint"));
    }
}
