package io.mcpclient.autoconfigure;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.PropertySource;
import org.springframework.mock.env.MockEnvironment;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.autoconfigure.properties.McpProperties;
import io.mcpclient.autoconfigure.settings.ServerSettings;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.settings.McpHttpSettings;
import io.mcpclient.settings.McpHttpTransportType;
import io.mcpclient.settings.McpProcessSettings;
import io.mcpclient.spring.McpServers;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.timeout;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

/** Files in the format of other MCP clients, through a real start. */
@Timeout(60)
@ExtendWith(OutputCaptureExtension.class)
class McpServersFilesTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    @TempDir
    private Path directory;

    @SpringBootConfiguration
    @ImportAutoConfiguration({SslAutoConfiguration.class, McpClientAutoConfiguration.class})
    static class Application {}

    private static ConfigurableApplicationContext start(Path file, String... arguments) {
        SpringApplication application = new SpringApplication(Application.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setDefaultProperties(Map.of(
                "mcp.config-locations", file.toUri().toString(),
                "mcp.defaults.start", "lazy",
                "db.password", "s3cret",
                "API_TOKEN", "s3cret",
                "spring.main.banner-mode", "off"));
        return application.run(arguments);
    }

    private Path file(String content) throws IOException {
        return Files.writeString(this.directory.resolve("mcp.json"), content);
    }

    private static Map<String, ServerSettings> settings(ConfigurableApplicationContext context) {
        return context.getBean(PropertiesMcpClientFactory.class).settings();
    }

    private static McpProcessSettings process(ConfigurableApplicationContext context, String server) {
        return (McpProcessSettings) settings(context).get(server).client().endpoint();
    }

    @Test
    void claudeDesktopAndCursorFilesAreRead() throws IOException {
        Path file = file("""
                {"mcpServers": {
                  "file system": {"command": "no-such-command", "args": ["-y", "server", "${HOME_DIR:-/srv}"],
                                  "env": {"API_KEY": "${PATH}"}, "cwd": "/tmp", "autoApprove": []},
                  "Remote.Server": {"url": "http://localhost:1/mcp", "headers": {"X-Token": "${env:PATH}"}},
                  "old": {"command": "npx", "disabled": true}
                }}""");
        try (ConfigurableApplicationContext context = start(file)) {
            assertThat(settings(context)).containsOnlyKeys("Remote.Server", "file-system");
            assertThat(context.getBeansOfType(McpClient.class)).hasSize(2);
            ServerSettings process = settings(context).get("file-system");
            assertThat(process.endpointKey()).isEqualTo("command");
            assertThat(process.client().endpoint())
                    .asString()
                    .contains("no-such-command")
                    .doesNotContain(System.getenv("PATH"));
            assertThat(((McpProcessSettings) process.client().endpoint()).env())
                    .containsEntry("API_KEY", System.getenv("PATH"));
            assertThat(settings(context).get("Remote.Server").http().headers())
                    .containsEntry("X-Token", System.getenv("PATH"));
        }
    }

    @Test
    void visualStudioCodeFileIsRead() throws IOException {
        Path file = file("""
                {
                  // comments and trailing commas are allowed
                  "inputs": [{"type": "promptString", "id": "token", "description": "API token", "password": true},
                             {"id": "region", "default": "eu"}],
                  "servers": {
                    "weather": {"type": "http", "url": "http://localhost:1/${input:region}",
                                "headers": {"Authorization": "Bearer ${input:token}"}},
                  },
                }""");
        assertThatExceptionOfType(McpConfigurationException.class)
                .isThrownBy(() -> start(file))
                .withMessageContaining("mcp.json")
                .withMessageContaining("servers.weather.headers.Authorization needs the input token (API token)")
                .withMessageContaining("Set mcp.inputs.token.");
        try (ConfigurableApplicationContext context = start(file, "--mcp.inputs.token=s3cret")) {
            assertThat(settings(context).get("weather").http().url()).hasPath("/eu");
        }
    }

    @Test
    void resolvedVariablesAreNotPlaceholders() throws IOException {
        Path literal = file(
                "{\"servers\":{\"a\":{\"command\":\"x\",\"args\":[\"${NO_SUCH:-$}{db.password}\",\"\\\\${NO_SUCH:-$}{a}\"]}}}");
        try (ConfigurableApplicationContext context = start(literal)) {
            assertThat(((McpProcessSettings) settings(context).get("a").client().endpoint()).args())
                    .containsExactly("${db.password}", "\\${a}");
        }
    }

    /** Editors of Windows write byte order marks, and call a text of two-byte units "Unicode". */
    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "UTF-16BE", "UTF-16LE", "UTF-32BE", "UTF-32LE"})
    void fileInAnyUnicodeEncodingIsRead(String encoding) throws IOException {
        String content = "{\"servers\":{\"天气\":{\"command\":\"x\",\"args\":[\"é\"]}}}";
        for (String mark : List.of("\ufeff", "")) {
            Path file = Files.write(
                    this.directory.resolve("mcp.json"), (mark + content).getBytes(Charset.forName(encoding)));
            try (ConfigurableApplicationContext context = start(file)) {
                assertThat(process(context, "天气").args()).containsExactly("é");
            }
        }
    }

    @Test
    void namesInAnyScriptAreReadableAndUnique() throws IOException {
        Path file = file("""
                {"servers": {
                  "天气": {"command": "x"}, "股票": {"command": "x"}, "天气 api": {"command": "x"},
                  "Погода": {"command": "x"}, "cafe\u0301": {"command": "x"}, "हिन्दी": {"command": "x"},
                  "☔": {"command": "x"}, "☔\ufe0f": {"command": "x"}, "☀ api": {"command": "x"}, "☁ api": {"command": "x"},
                  "a b": {"command": "x"}, "a-b": {"command": "y"}, "a/b": {"command": "x"}
                }}""");
        try (ConfigurableApplicationContext context = start(file, "--mcp.servers[天气].command=z")) {
            assertThat(settings(context))
                    .hasSize(13)
                    .containsKeys("天气", "股票", "天气-api", "Погода", "caf\u00e9", "हिन्दी", "server-2614", "a-b")
                    .allSatisfy((name, settings) -> assertThat(name).matches("[\\p{L}\\p{M}\\p{N}_.-]+"));
            assertThat(process(context, "a-b").command()).isEqualTo("y");
            assertThat(process(context, "天气").command()).isEqualTo("z");
            assertThat(settings(context).keySet())
                    .filteredOn(name -> name.matches("a-b-[0-9a-f]{6}"))
                    .hasSize(2);
            assertThat(context.getBean(McpClients.class).get("天气").name()).isEqualTo("天气");
        }
    }

    @Test
    void keysOfOtherMcpHostsAreRead(CapturedOutput output) throws IOException {
        Files.writeString(this.directory.resolve("secrets.env"), """
                \ufeff# comment
                export TOKEN='s3cret#1'   # comment
                PLAIN = ${db.password} # comment
                LINES="first\\nsecond
                third"
                nonsense
                OVERRIDDEN=file
                EMPTY=
                """);
        Path file = file("""
                {"mcpServers": {
                  "gemini": {"httpUrl": "http://localhost:1/mcp", "url": "http://localhost:1/sse", "timeout": 30000,
                             "trust": true, "includeTools": ["get_*"], "excludeTools": ["get_all"], "oauth": {"clientId": "s3cret"},
                             "headers": {"X-Path": "$PATH", "X-Price": "$5", "X-None": "$NO_SUCH_VARIABLE", "Accept": "a/b"}},
                  "windsurf": {"serverUrl": "http://localhost:1/mcp", "disabledTools": ["drop"], "env": {}, "args": ["x"]},
                  "cline": {"type": "streamableHttp", "url": "http://localhost:1/mcp", "autoApprove": ["x"], "timeout": 60},
                  "zed": {"command": {"path": "npx", "args": ["-y", "x"], "env": {"A": "b"}}, "source": "custom", "enabled": true},
                  "roo": {"type": "stdio", "command": ["npx", "-y"], "args": ["x"], "alwaysAllow": [], "headers": {"A": "b"}},
                  "off": {"command": "x", "disabled": true, "env": {"A": "${NO_SUCH}"}, "envFile": "none"},
                  "later": {"disabled": true},
                  "none": {"url": "http://localhost:1/mcp", "includeTools": []},
                  "code": {"command": "npx", "envFile": "secrets.env", "env": {"OVERRIDDEN": "entry"}}
                }}""");
        try (ConfigurableApplicationContext context = start(file)) {
            assertThat(settings(context)).containsOnlyKeys("gemini", "windsurf", "cline", "zed", "roo", "none", "code");
            McpHttpSettings gemini = settings(context).get("gemini").http();
            assertThat(gemini.url()).hasPath("/mcp");
            assertThat(gemini.headers())
                    .containsEntry("X-Path", System.getenv("PATH"))
                    .containsEntry("X-Price", "$5")
                    .containsEntry("X-None", "$NO_SUCH_VARIABLE")
                    .doesNotContainKey("Accept");
            McpProperties properties = context.getBean(McpProperties.class);
            assertThat(properties.servers().get("gemini").tools().include()).containsExactly("get_*");
            assertThat(properties.servers().get("gemini").tools().exclude()).containsExactly("get_all");
            assertThat(properties.servers().get("windsurf").tools().exclude()).containsExactly("drop");
            assertThat(properties.servers().get("none").tools().include()).isEmpty();
            assertThat(settings(context).get("cline").http().transport())
                    .isEqualTo(McpHttpTransportType.STREAMABLE_HTTP);
            assertThat(process(context, "zed").args()).containsExactly("-y", "x");
            assertThat(process(context, "zed").env()).containsEntry("A", "b");
            assertThat(process(context, "roo").args()).containsExactly("-y", "x");
            assertThat(process(context, "code").env())
                    .containsEntry("TOKEN", "s3cret#1")
                    .containsEntry("PLAIN", "${db.password}")
                    .containsEntry("LINES", "first\nsecond\nthird")
                    .containsEntry("OVERRIDDEN", "entry")
                    .containsEntry("EMPTY", "");
        }
        assertThat(output)
                .containsOnlyOnce(
                        "the key timeout has no effect. Its unit depends on the program: set request-timeout of the"
                                + " server. It is at mcpServers.gemini.timeout, mcpServers.cline.timeout.")
                .contains("the key oauth has no effect")
                .contains("the key args has no effect. It is for a command.")
                .contains("the key headers has no effect. It is for a url.")
                .contains("the key headers.Accept has no effect. The client sets it itself.")
                .contains("mcpServers.code.envFile, line 6")
                .doesNotContain("the key trust", "the key alwaysAllow", "s3cret", "nonsense");
    }

    @Test
    void keyOfAnEntryIsOverriddenWhateverItsName() throws IOException {
        Path file = file("""
                {"mcpServers": {
                  "my-weather": {"url": "http://localhost:1/mcp"}, "GitHub": {"url": "http://localhost:1/mcp"},
                  "file_system": {"url": "http://localhost:1/mcp"}, "first.name": {"url": "http://localhost:1/mcp"},
                  "a-b": {"url": "http://localhost:1/mcp"}, "a_b": {"url": "http://localhost:2/mcp"}
                }}""");
        try (ConfigurableApplicationContext context = start(
                file,
                "--mcp.servers.my-weather.request-timeout=5s",
                "--mcp.servers.GitHub.request-timeout=5s",
                "--mcp.servers.file_system.request-timeout=5s",
                "--mcp.servers[first.name].request-timeout=5s")) {
            Map<String, ServerSettings> servers = settings(context);
            assertThat(servers).containsOnlyKeys("my-weather", "GitHub", "file_system", "first.name", "a-b", "a_b");
            for (String name : List.of("my-weather", "GitHub", "file_system", "first.name")) {
                assertThat(servers.get(name).client().timeouts().request()).hasSeconds(5);
            }
            assertThat(servers.get("a-b").http().url()).hasPort(1);
            assertThat(servers.get("a_b").http().url()).hasPort(2);
        }
    }

    @Test
    void commandLineIsSplitUnlessAProgramHasThatName() throws IOException {
        Path program = Files.writeString(this.directory.resolve("my server"), "");
        Path script = Files.writeString(this.directory.resolve("run"), "");
        Map<String, List<String>> commands = Map.of(
                "npx -y @scope/server '/my data' \"a \\\"b\\\" \\c\" d\\ e ''",
                List.of("npx", "-y", "@scope/server", "/my data", "a \"b\" \\c", "d e", "", "last"),
                program.toString(),
                List.of(program.toString(), "last"),
                "'" + program + "' x",
                List.of(program.toString(), "x", "last"),
                script + " x",
                List.of(script.toString(), "x", "last"),
                "/no such/program x",
                List.of("/no such/program x", "last"),
                "npx ${NO_SUCH:-a b}",
                List.of("npx", "a b", "last"));
        for (Map.Entry<String, List<String>> command : commands.entrySet()) {
            String text = command.getKey().replace("\\", "\\\\").replace("\"", "\\\"");
            Path file = file("{\"mcpServers\":{\"a\":{\"command\":\"" + text + "\",\"args\":[\"last\"]}}}");
            try (ConfigurableApplicationContext context = start(file)) {
                McpProcessSettings process = process(context, "a");
                assertThat(process.command()).isEqualTo(command.getValue().get(0));
                assertThat(process.args())
                        .isEqualTo(
                                command.getValue().subList(1, command.getValue().size()));
            }
        }
    }

    @Test
    void filesThatAreIrregularOrTooLargeAreRejected() throws Exception {
        Path pipe = this.directory.resolve("pipe.json");
        assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0);
        Path device = Files.createSymbolicLink(this.directory.resolve("device.json"), Path.of("/dev/zero"));
        for (Path file : List.of(pipe, device, this.directory)) {
            for (String location : List.of(file.toUri().toString(), "optional:" + file.toUri())) {
                assertThatExceptionOfType(McpConfigurationException.class)
                        .isThrownBy(() -> start(file, "--mcp.config-locations=" + location))
                        .withMessageContaining("it is not a regular file");
            }
        }
        Path large = file(" ".repeat(1024 * 1024 - 2) + "{}" + "\n");
        assertThatExceptionOfType(McpConfigurationException.class)
                .isThrownBy(() -> start(large))
                .withMessageContaining("mcp.json: it is larger than 1 MB");
        Path link = Files.createSymbolicLink(
                this.directory.resolve("link.json"), file("{\"servers\":{\"a\":{\"command\":\"x\"}}}"));
        try (ConfigurableApplicationContext context = start(link)) {
            assertThat(settings(context)).containsOnlyKeys("a");
        }
    }

    /** An application with such a failure runs for weeks with outdated servers, and nobody notices. */
    @Test
    void failuresOfOneReloadDoNotEndTheWatch() throws IOException {
        Path file = file("1");
        McpServers servers = mock(McpServers.class);
        when(servers.reload())
                .thenThrow(new StackOverflowError())
                .thenThrow(new IllegalStateException())
                .thenReturn(new McpServers.Changes(Set.of("a"), Set.of(), Set.of()));
        MockEnvironment environment = new MockEnvironment()
                .withProperty("mcp.config-locations", file.toUri().toString());
        AtomicBoolean unavailable = new AtomicBoolean();
        environment.getPropertySources().addFirst(new PropertySource<>("remote") {
            @Override
            public @Nullable Object getProperty(String name) {
                if (unavailable.get()) {
                    throw new OutOfMemoryError("test"); // Spring ignores exceptions here
                }
                return null;
            }
        });
        ConfigWatch watch = new ConfigWatch(servers, environment, Duration.ofMillis(20));
        watch.start();
        try {
            for (int i = 1; i <= 3; i++) {
                file("1".repeat(i + 1));
                verify(servers, timeout(LIMIT.toMillis()).times(i)).reload();
            }
            unavailable.set(true);
            await().atMost(LIMIT).until(watch::isFailing);
            unavailable.set(false);
            await().atMost(LIMIT).until(() -> !watch.isFailing());
            file("2");
            verify(servers, timeout(LIMIT.toMillis()).times(4)).reload();
            assertThat(watch.isRunning()).isTrue();
        } finally {
            watch.stop();
        }
    }

    @Test
    void propertiesOverrideKeysOfAnEntry() throws IOException {
        Path file = file("{\"mcpServers\":{\"weather\":{\"url\":\"http://localhost:1/mcp\"}}}");
        try (ConfigurableApplicationContext context = start(
                file,
                "--mcp.servers.weather.url=http://localhost:2/mcp",
                "--mcp.servers.other.url=http://localhost:3")) {
            assertThat(settings(context)).containsOnlyKeys("other", "weather");
            assertThat(settings(context).get("weather").http().url()).hasPort(2);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '§',
            value = {
                "{\"mcpServers\":{\"a\":{\"url\":1,}}§line 1 is not valid JSON",
                "{\"other\":{}}§it has no object \"mcpServers\" or \"servers\"",
                "{\"mcpServers\":{\"a\":[]}}§mcpServers.a is not an object",
                "{\"mcpServers\":{\"a\":{\"args\":[]}}}§mcpServers.a has neither url nor command",
                "{\"mcpServers\":{\"a\":{\"url\":\"http://x\",\"type\":\"grpc\"}}}§mcpServers.a.type is not a known type",
                "{\"servers\":{\"a\":{\"command\":\"x\",\"envFile\":\"no.env\"}}}§servers.a.envFile names the file no.env, which does not exist",
                "{\"servers\":{\"a\":{\"command\":\"npx x | tee\"}}}§servers.a.command contains |, which needs a shell",
                "{\"servers\":{\"a\":{\"command\":\"npx 'x\"}}}§servers.a.command has a quote without its end",
                "{\"servers\":{\"a\":{\"command\":[]}}}§servers.a.command is empty",
                "{\"servers\":{\"a\":{\"command\":\"x\",\"args\":\"-y\"}}}§servers.a.args is not a list",
                "{\"servers\":{\"a\":{\"command\":{\"path\":\"x\",\"args\":\"-y\"}}}}§servers.a.command.args is not a list",
                "{\"servers\":{\"a\":{\"url\":\"http://x\",\"excludeTools\":\"drop\"}}}§servers.a.excludeTools is not a list",
                "{\"servers\":{\"a\":{\"url\":\"http://x\",\"disabledTools\":{\"drop\":true}}}}§servers.a.disabledTools is not a list",
                "{\"servers\":{\"a\":{\"command\":\"x\",\"env\":[\"KEY=value\"]}}}§servers.a.env is not an object",
                "{\"servers\":{\"a\":{\"command\":\"x\",\"env\":{\"KEY\":[\"a\",\"b\"]}}}}§servers.a.env.KEY is not a text",
                "{\"servers\":{\"a\":{\"command\":{\"path\":\"x\",\"env\":[\"A=b\"]}}}}§servers.a.command.env is not an object",
                "{\"servers\":{\"a\":{\"url\":\"http://x\",\"headers\":[\"X-Key: 1\"]}}}§servers.a.headers is not an object",
                "{\"servers\":{\"a\":{\"url\":\"http://x\",\"headers\":\"X-Key: 1\"}}}§servers.a.headers is not an object",
                "{\"servers\":{\"a\":{\"command\":\"x\",\"sandboxEnabled\":true}}}§servers.a.sandboxEnabled asks for a sandbox",
                "{\"servers\":{\"a\":{\"command\":\"x\",\"disabled\":\"yes\"}}}§servers.a.disabled is neither true nor false",
                "{\"servers\":{\"a\":{\"command\":\"x\",\"args\":[\"${NO_SUCH}\"]}}}§servers.a.args[0] contains ${NO_SUCH}",
                "{\"servers\":{\"a\":{\"command\":\"x\",\"env\":{\"${PATH}\":\"x\"}}}}§has a variable in its name",
                "{\"servers\":{\"${PATH}\":{\"command\":\"x\"}}}§has a variable in its name",
                "{\"servers\":{\"a\":{\"command\":\"x\",\"cwd\":\"${NO_SUCH:-$}{java.home}\"}}}§servers.a.cwd is not a path",
            })
    void invalidEntryIsReported(String content, String problem) throws IOException {
        Path file = file(content);
        assertThatExceptionOfType(McpConfigurationException.class)
                .isThrownBy(() -> start(file))
                .withMessageContaining("mcp.json")
                .withMessageContaining(problem);
    }

    @Test
    void missingFileFailsTheStartUnlessItIsOptional() {
        Path missing = this.directory.resolve("missing.json");
        assertThatExceptionOfType(McpConfigurationException.class)
                .isThrownBy(() -> start(missing))
                .withMessageContaining("missing.json, which does not exist");
        try (ConfigurableApplicationContext context =
                start(missing, "--mcp.config-locations=optional:" + missing.toUri())) {
            assertThat(settings(context)).isEmpty();
        }
    }

    @Test
    void changeOfAWatchedFileUpdatesTheServers() throws IOException {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            server.withoutVerification();
            Path file = file("{\"mcpServers\":{\"one\":{\"url\":\"" + server.url() + "\"}}}");
            try (ConfigurableApplicationContext context = start(file, "--mcp.config-watch=true")) {
                McpClients clients = context.getBean(McpClients.class);
                clients.get("one").ping();
                file("{ broken");
                file("{\"mcpServers\":{\"one\":{\"url\":\"" + server.url() + "\"},\"two\":{\"url\":\"" + server.url()
                        + "\"}}}");
                await().atMost(LIMIT).until(() -> clients.find("two").isPresent());
                clients.get("two").ping();
                assertThat(server.sessionsOpened()).isEqualTo(2);

                file("{ broken");
                file("{\"mcpServers\":{\"two\":{\"url\":\"" + server.url() + "\"}}}");
                await().atMost(LIMIT).until(() -> clients.find("one").isEmpty());
                clients.get("two").ping();
                assertThat(server.sessionsOpened()).isEqualTo(2);
            }
        }
    }
}
