package io.mcpclient.maven;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.project.MavenProject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import io.mcpclient.McpClient;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.typed.generator.McpToolClientGenerator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** The goal against a real server; src/it has a build that uses it. */
@Timeout(60)
@ExtendWith(OutputCaptureExtension.class)
class GenerateMojoTests {

    private static final String TOOLS = """
            {"tools":[
              {"name":"get_forecast","inputSchema":{"type":"object","properties":{"city":{"type":"string"}}}},
              {"name":"get_alerts","inputSchema":{"type":"object"}}]}""";

    private final MavenProject project = new MavenProject();

    private final GenerateMojo goal = new GenerateMojo();

    @TempDir
    Path directory;

    @BeforeEach
    void configure() {
        this.project.getBuild().setDirectory(this.directory.resolve("target").toString());
        this.goal.project = this.project;
        this.goal.output =
                this.directory.resolve("target/generated-sources/mcp-client").toFile();
        this.goal.server = "weather";
        this.goal.packageName = "com.example";
        this.goal.name = "Weather";
    }

    private static ScriptedHttpServer server() {
        ScriptedHttpServer server = ScriptedHttpServer.legacy();
        server.on("tools/list").always().reply(Reply.result(TOOLS));
        return server;
    }

    private Path written() {
        return this.goal.output.toPath().resolve("com/example/Weather.java");
    }

    @Test
    void sourceIsTheOneOfTheGeneratorAndBelongsToTheProject(CapturedOutput output) throws Exception {
        try (ScriptedHttpServer server = server();
                McpClient client =
                        McpClient.builder("weather").url(server.url()).build()) {
            this.goal.url = server.url();
            this.goal.headers = List.of("X-Api-Key: secret", "X-Path: @{PATH}");
            this.goal.execute();
            this.goal.execute();

            assertThat(written())
                    .hasContent(
                            McpToolClientGenerator.of("com.example", "Weather").generate(client));
            assertThat(this.project.getCompileSourceRoots()).containsExactly(this.goal.output.getAbsolutePath());
            assertThat(server.requests("tools/list").get(0).header("X-Api-Key")).isEqualTo("secret");
            assertThat(server.requests("tools/list").get(0).header("X-Path")).isEqualTo(System.getenv("PATH"));
        }
        assertThat(output).contains("com.example.Weather").doesNotContain("secret", System.getenv("PATH"));
    }

    @Test
    void fileOutsideOfTheBuildDirectoryIsReplacedOnlyOnRequest() throws Exception {
        this.goal.toolsFile =
                Files.writeString(this.directory.resolve("tools.json"), TOOLS).toFile();
        this.goal.tools = List.of("get_alerts");
        this.goal.output = this.directory.resolve("src/main/java").toFile();
        this.goal.execute();
        assertThat(written()).content().contains("get_alerts").doesNotContain("get_forecast");

        Files.writeString(written(), "edited");
        assertThatExceptionOfType(MojoExecutionException.class)
                .isThrownBy(this.goal::execute)
                .withMessageStartingWith("MCP server \"weather\": ")
                .withMessageContaining(written().toString())
                .withMessageEndingWith("Move it, or set overwrite.");
        assertThat(written()).hasContent("edited");
        this.goal.overwrite = true;
        this.goal.execute();
        assertThat(written()).content().contains("get_alerts");
    }

    @Test
    void serverThatRefusesFailsTheBuildWithItsNameAndNoSecret(CapturedOutput output) throws IOException {
        try (ScriptedHttpServer server = ScriptedHttpServer.legacy()) {
            server.on("initialize").always().reply(Reply.status(403));
            this.goal.url = server.url();
            this.goal.headers = List.of("Authorization: Bearer secret");
            assertThatExceptionOfType(MojoExecutionException.class)
                    .isThrownBy(this.goal::execute)
                    .withMessageContaining("\"weather\"")
                    .withMessageContaining("403")
                    .withMessageNotContaining("secret")
                    .withStackTraceContaining("403");
        }
        assertThat(output).doesNotContain("secret");
        assertThat(written()).doesNotExist();
    }

    @Test
    void missingSourceOfToolsIsNamed() {
        assertThatExceptionOfType(MojoExecutionException.class)
                .isThrownBy(this.goal::execute)
                .withMessage(
                        "MCP server \"weather\": configuration: url is missing. Set one of url, command, tools-file.");
    }

    @Test
    void pageHasTheParametersOfTheGoalAndAConfigurationThatIsBuilt() throws IOException {
        String page = Files.readString(Path.of("../docs/typed-clients.md"));
        String descriptor = Files.readString(Path.of("target/classes/META-INF/maven/plugin.xml"));
        String table = page.substring(page.indexOf("| parameter | property |"), page.indexOf("Write secrets as"));

        assertThat(names(table, "`(mcp\\.\\w+)`")).isEqualTo(names(descriptor, "\\$\\{(mcp\\.\\w+)}"));
        assertThat(names(table.replaceAll("(?m)^(\\|[^|]*\\|).*", "$1"), "`(\\w+)`"))
                .isEqualTo(names(
                        descriptor,
                        "<name>(\\w+)</name>\\s*<type>[\\w.]+</type>\\s*<required>\\w+</required>\\s*<editable>true"));
        Matcher snippet =
                Pattern.compile("(?s)<configuration>.*?</configuration>").matcher(page);
        assertThat(snippet.find()).isTrue();
        assertThat(Path.of("src/it/weather/pom.xml")).content().containsIgnoringWhitespaces(snippet.group());
    }

    private static Set<String> names(String text, String pattern) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
