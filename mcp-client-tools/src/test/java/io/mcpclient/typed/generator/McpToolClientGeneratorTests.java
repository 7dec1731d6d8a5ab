package io.mcpclient.typed.generator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

import io.mcpclient.McpClient;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.typed.McpTool;
import io.mcpclient.typed.McpToolClientFactory;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Writes clients for real servers, compiles what was written, and calls the server with it. */
@Timeout(120)
class McpToolClientGeneratorTests {

    private static final String FORECAST = """
            {"name":"get_forecast","description":"Weather of the next days.\\nFree.",
             "inputSchema":{"type":"object","required":["city","days"],"properties":{
               "city":{"type":"string","description":"Name of the city"},
               "days":{"type":"integer"},
               "unit":{"type":"string","enum":["celsius","degrees-f",""]},
               "at":{"$ref":"#/$defs/Position"},
               "max-wind":{"anyOf":[{"type":"number"},{"type":"null"}]}},
               "$defs":{"Position":{"type":"object","required":["lat"],"properties":{
                 "lat":{"type":"number"},"class":{"type":["string","null"]}}}}},
             "outputSchema":{"type":"object","required":["city","days"],"properties":{
               "city":{"type":"string"},
               "days":{"type":"array","items":{"type":"object","properties":{"low":{"type":"number"}}}},
               "tags":{"type":"object","additionalProperties":{"type":"integer"}},
               "source":{"anyOf":[{"type":"string"},{"type":"integer"}]},
               "state":{"type":"string","enum":["final","draft"]}}}}
            """;

    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

    /** Of all compilations, so that the class path is opened once. */
    private static final StandardJavaFileManager FILES = COMPILER.getStandardFileManager(null, null, UTF_8);

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final List<URLClassLoader> loaders = new ArrayList<>();

    @TempDir
    Path directory;

    private static ScriptedHttpServer server(boolean modern, String... tools) {
        ScriptedHttpServer server = modern ? ScriptedHttpServer.modern() : ScriptedHttpServer.legacy();
        String page = "\"tools\":[" + String.join(",", tools) + "]}";
        server.on("tools/list") // a typed client reads it in the background
                .optionally()
                .reply(Reply.result(
                        modern
                                ? "{\"resultType\":\"complete\",\"ttlMs\":0,\"cacheScope\":\"private\"," + page
                                : "{" + page));
        return server;
    }

    private McpClient client(ScriptedHttpServer server) {
        return this.invariants.build(McpClient.builder("weather").url(server.url()));
    }

    private String generate(String... tools) {
        try (ScriptedHttpServer server = server(false, tools);
                McpClient client = client(server)) {
            return McpToolClientGenerator.of("com.example", "Weather").generate(client);
        }
    }

    @AfterAll
    static void closeFiles() throws IOException {
        FILES.close();
    }

    @AfterEach
    void closeLoaders() throws IOException {
        for (URLClassLoader loader : this.loaders) {
            loader.close();
        }
    }

    /** Compiles the source as an application does, and returns the interface. */
    private Class<?> compiled(String source) {
        try {
            Path file = Files.createDirectories(this.directory.resolve("src/com/example"))
                    .resolve("Weather.java");
            Files.writeString(file, source);
            Path classes = Files.createDirectories(this.directory.resolve("classes"));
            DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
            List<String> options = List.of(
                    "-proc:none",
                    "-parameters",
                    "-Xlint:all",
                    "-cp",
                    System.getProperty("java.class.path"),
                    "-d",
                    classes.toString());
            COMPILER.getTask(null, FILES, diagnostics, options, null, FILES.getJavaFileObjects(file))
                    .call();
            assertThat(diagnostics.getDiagnostics().stream().filter(each -> each.getSource() != null))
                    .as(source)
                    .isEmpty();
            URL[] roots = {classes.toUri().toURL()};
            URLClassLoader loader = new URLClassLoader(roots, getClass().getClassLoader());
            this.loaders.add(loader);
            return loader.loadClass("com.example.Weather");
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        } catch (ClassNotFoundException ex) {
            throw new IllegalStateException(ex);
        }
    }

    private static Object call(Object client, String method, Object... arguments) throws ReflectiveOperationException {
        Method called = Arrays.stream(client.getClass().getInterfaces()[0].getMethods())
                .filter(each -> each.getName().equals(method))
                .findFirst()
                .orElseThrow();
        return called.invoke(client, arguments);
    }

    private static String lastArguments(ScriptedHttpServer server) {
        return server.requests("tools/call")
                .get(server.requests("tools/call").size() - 1)
                .json()
                .at("/params/arguments")
                .toString();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void generatedInterfaceCallsTheServer(boolean modern) throws Exception {
        String result =
                "\"content\":[],\"structuredContent\":{\"city\":\"Oslo\",\"days\":[{\"low\":1.5}],\"tags\":{\"a\":1},"
                        + "\"source\":7,\"state\":\"final\"}}";
        try (ScriptedHttpServer server = server(modern, FORECAST);
                McpClient client = client(server)) {
            server.on("tools/call")
                    .always()
                    .reply(Reply.result((modern ? "{\"resultType\":\"complete\"," : "{") + result));
            Class<?> type =
                    compiled(McpToolClientGenerator.of("com.example", "Weather").generate(client));

            assertThat(McpToolClientFactory.mismatches(type, client.listTools()))
                    .isEmpty();
            Object weather = McpToolClientFactory.create(type, client);
            Class<?> position = type.getClassLoader().loadClass("com.example.Weather$Position");
            Object unit =
                    type.getClassLoader().loadClass("com.example.Weather$Unit").getEnumConstants()[1];
            Object at = position.getDeclaredConstructors()[0].newInstance(59.9, null);
            assertThat(call(weather, "getForecast", "Oslo", 3L, unit, at, null))
                    .hasToString("GetForecastResult[city=Oslo, days=[DaysItem[low=1.5]], tags={a=1}, source=7,"
                            + " state=final]");
            assertThat(lastArguments(server))
                    .isEqualTo("{\"city\":\"Oslo\",\"days\":3,\"unit\":\"degrees-f\",\"at\":{\"lat\":59.9}}");
        }
    }

    @Test
    void generatedSourceIsIdiomatic() {
        assertThat(generate(FORECAST)).isEqualTo("""
                        package com.example;

                        import com.fasterxml.jackson.annotation.JsonProperty;
                        import io.mcpclient.typed.McpArgument;
                        import io.mcpclient.typed.McpTool;
                        import io.mcpclient.typed.McpToolClient;
                        import java.util.List;
                        import java.util.Map;
                        import org.jspecify.annotations.Nullable;

                        /**
                         * Calls the MCP server "weather".
                         */
                        @McpToolClient("weather")
                        public interface Weather {
                            /**
                             * Weather of the next days. Free.
                             *
                             * @param city Name of the city
                             * @return the result
                             */
                            @McpTool("get_forecast")
                            GetForecastResult getForecast(String city, long days, @Nullable Unit unit,
                                    @Nullable Position at, @McpArgument("max-wind") @Nullable Double maxWind);

                            enum Unit {
                                @JsonProperty("celsius")
                                CELSIUS,

                                @JsonProperty("degrees-f")
                                DEGREES_F,

                                @JsonProperty("")
                                VALUE
                            }

                            record Position(double lat, @JsonProperty("class") @Nullable String class_) {
                            }

                            record GetForecastResult(String city, List<DaysItem> days, @Nullable Map<String, Long> tags,
                                    @Nullable Object source, @Nullable String state) {
                            }

                            record DaysItem(@Nullable Double low) {
                            }
                        }
                        """);
    }

    @Test
    void membersAreDescribedOnALineEachWithTheirDefaults() {
        String source = generate("{\"name\":\"weather\",\"inputSchema\":{\"type\":\"object\",\"properties\":{"
                + "\"days\":{\"type\":\"integer\",\"description\":\"Number of days\",\"default\":3},"
                + "\"unit\":{\"type\":\"string\",\"default\":\"celsius\"}}},"
                + "\"outputSchema\":{\"type\":\"object\",\"properties\":{"
                + "\"low\":{\"type\":\"number\",\"description\":\"Temperature in celsius\"},"
                + "\"text\":{\"type\":\"string\",\"description\":\"Conditions\"}}}}");

        assertThat(source)
                .contains("* @param days Number of days. Default: 3.\n")
                .contains("* @param unit Default: \"celsius\".\n")
                .containsPattern("\\* @param low Temperature in celsius\\n +\\* @param text Conditions\\n");
    }

    @Test
    void promptsAndResourceTemplatesAreMethods() throws Exception {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            server.withoutSessions();
            server.on("initialize")
                    .always()
                    .reply(Reply.result(
                            "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"prompts\":{},\"resources\":{}},"
                                    + "\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}"));
            server.on("prompts/list")
                    .always()
                    .reply(
                            Reply.result(
                                    "{\"prompts\":[{\"name\":\"sum-up\",\"arguments\":[{\"name\":\"topic\",\"required\":true},{\"name\":\"long\"}]}]}"));
            server.on("resources/templates/list")
                    .always()
                    .reply(Reply.result(
                            "{\"resourceTemplates\":[{\"name\":\"note\",\"uriTemplate\":\"file:///{+folder}/{name}.txt\"},"
                                    + "{\"name\":\"photo\",\"mimeType\":\"image/png\",\"uriTemplate\":\"photo://{id}\"},"
                                    + "{\"name\":\"query\",\"uriTemplate\":\"http://x/{?q}\"},"
                                    + "{\"name\":\"broken\",\"uriTemplate\":\"http://x/{q\"}]}"));
            server.on("prompts/get")
                    .always()
                    .reply(Reply.result(
                            "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"hi\"}}]}"));
            server.on("resources/read")
                    .always()
                    .reply(Reply.result("{\"contents\":[{\"uri\":\"file:///a/b/c.txt\",\"text\":\"hello\"}]}"));
            try (McpClient client = client(server)) {
                Class<?> type = compiled(
                        McpToolClientGenerator.of("com.example", "Weather").generate(client));
                Object notes = McpToolClientFactory.create(type, client);

                assertThat(call(notes, "note", "a/b", "c")).isEqualTo("hello");
                assertThat((List<?>) call(notes, "sumUp", "bears", null)).hasSize(1);
                assertThat(server.requests("prompts/get").get(0).json().at("/params/arguments"))
                        .hasToString("{\"topic\":\"bears\"}");
                assertThat(Arrays.stream(type.getMethods()).map(Method::getName))
                        .containsExactlyInAnyOrder("note", "photo", "sumUp");
            }
        }
    }

    /** Names and texts of the server can neither add code nor break the source. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "*/ int x = 1; /*",
                "\\\\u002a\\\\u002f int x;",
                "\\\"); System.exit(1); (\\\"",
                "{@code } @deprecated <script> & $T $L ${x}",
                "class",
                "get_class",
                "toString",
                "String",
                "List",
                "Weather",
                "123",
                "...",
                "日本"
            })
    void serverTextsCannotBreakTheGeneratedSource(String text) {
        String tool = "{\"name\":\"" + text + "\",\"description\":\"" + text
                + "\",\"inputSchema\":{\"type\":\"object\",\"required\":[\"" + text + "\"],\"properties\":{\"" + text
                + "\":{\"type\":\"object\",\"description\":\"" + text + "\",\"properties\":{\"" + text
                + "\":{\"type\":\"string\",\"enum\":[\"" + text + "\"]}}},\"other\":{\"type\":\"string\"}}},"
                + "\"outputSchema\":{\"type\":\"object\",\"properties\":{\"" + text + "\":{\"type\":\"string\"}}}}";
        Class<?> type = compiled(generate(tool, tool.replaceFirst(Pattern.quote(text), "x")));
        String name = JsonMapper.builder().build().readTree("\"" + text + "\"").asString();
        assertThat(Arrays.stream(type.getMethods())
                        .map(method -> method.getAnnotation(McpTool.class).value()))
                .containsExactlyInAnyOrder(name, "x");
        assertThat(type.getDeclaredFields()).isEmpty();
        assertThat(type.getMethods()).allMatch(method -> Modifier.isAbstract(method.getModifiers()));
    }

    /** As Python servers declare a result that is an object or None. */
    @Test
    void valueThatAServerPutsIntoAnObjectIsTheResult() throws Exception {
        String wrapped =
                "\"inputSchema\":{\"type\":\"object\"},\"outputSchema\":{\"type\":\"object\",\"x-fastmcp-wrap-result\":true,"
                        + "\"required\":[\"result\"],\"properties\":{\"result\":%s},"
                        + "\"$defs\":{\"City\":{\"type\":\"object\",\"required\":[\"name\"],\"properties\":{\"name\":{\"type\":\"string\"}}}}}}";
        String[] tools = {
            "{\"name\":\"find\"," + wrapped.formatted("{\"anyOf\":[{\"$ref\":\"#/$defs/City\"},{\"type\":\"null\"}]}"),
            "{\"name\":\"list\"," + wrapped.formatted("{\"type\":\"array\",\"items\":{\"$ref\":\"#/$defs/City\"}}"),
            "{\"name\":\"count\"," + wrapped.formatted("{\"type\":\"integer\"}")
        };
        Class<?> type = compiled(generate(tools));
        try (ScriptedHttpServer server = server(false, tools);
                McpClient client = client(server)) {
            for (String value : List.of("{\"name\":\"Oslo\"}", "null", "[{\"name\":\"Oslo\"}]", "7")) {
                server.on("tools/call")
                        .reply(Reply.result("{\"content\":[],\"structuredContent\":{\"result\":" + value + "}}"));
            }
            assertThat(McpToolClientFactory.mismatches(type, client.listTools()))
                    .isEmpty();
            Object cities = McpToolClientFactory.create(type, client);

            assertThat(call(cities, "find")).hasToString("Optional[City[name=Oslo]]");
            assertThat(call(cities, "find")).hasToString("Optional.empty");
            assertThat(call(cities, "list")).hasToString("[City[name=Oslo]]");
            assertThat(call(cities, "count")).isEqualTo(7L);
        }
    }

    @Test
    void toolThatComparesWithAnythingIsNotTheMethodOfObject() {
        Class<?> type = compiled(
                generate(
                        "{\"name\":\"equals\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"other\":{}},\"required\":[\"other\"]}}"));
        assertThat(type.getMethods()).extracting(Method::getName).containsExactly("equals_");
    }

    /** Tools with such names are dropped by the client, and reported. */
    @Test
    void invisibleCharactersOfTextsAreNotInTheSource() {
        String text = "before\\u202e\\u2066after\\r\\nnext\\u2028line\\u0000";
        String source = generate("{\"name\":\"x\",\"description\":\"" + text
                + "\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\",\"enum\":[\""
                + text
                + "\"]}}}}");
        assertThat(source.codePoints()
                        .filter(point -> point != '\n')
                        .mapToObj(Character::getType)
                        .map(Integer::byteValue))
                .doesNotContain(Character.FORMAT, Character.CONTROL, Character.LINE_SEPARATOR);
        Class<?> unit = compiled(source).getMethods()[0].getParameterTypes()[0];
        assertThat(unit.getEnumConstants()).hasSize(1);
    }

    @Test
    void recursiveSchemaBecomesARecursiveRecord() throws Exception {
        Class<?> type = compiled(generate(
                "{\"name\":\"tree\",\"inputSchema\":{\"type\":\"object\"},\"outputSchema\":{\"type\":\"object\",\"properties\":{"
                        + "\"root\":{\"$ref\":\"#/$defs/Node\"},\"loop\":{\"$ref\":\"#/$defs/Loop\"}},\"$defs\":{"
                        + "\"Loop\":{\"$ref\":\"#/$defs/Loop\"},\"Node\":{\"type\":\"object\",\"properties\":{"
                        + "\"next\":{\"anyOf\":[{\"$ref\":\"#/$defs/Node\"},{\"type\":\"null\"}]}}}}}}"));
        Class<?> node = type.getClassLoader().loadClass("com.example.Weather$Node");
        assertThat(node.getRecordComponents()[0].getType()).isEqualTo(node);
    }

    @Test
    void undeclaredArgumentsBecomeAMapAndManyArgumentsARecord() throws Exception {
        StringBuilder many = new StringBuilder("\"p0\":{\"type\":\"string\"}");
        for (int i = 1; i < 12; i++) {
            many.append(",\"p").append(i).append("\":{\"type\":\"boolean\"}");
        }
        Class<?> type = compiled(
                generate(
                        "{\"name\":\"open\",\"inputSchema\":{\"type\":\"object\",\"additionalProperties\":true}}",
                        "{\"name\":\"none\",\"inputSchema\":{\"type\":\"object\"}}",
                        "{\"name\":\"many\",\"inputSchema\":{\"type\":\"object\",\"properties\":{" + many + "}}}",
                        "{\"name\":\"one\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"filter\":{\"type\":\"object\"}}}}"));
        assertThat(type.getMethod("open", Map.class).getReturnType()).isEqualTo(String.class);
        assertThat(type.getMethod("none").getParameterCount()).isZero();
        assertThat(Arrays.stream(type.getMethods())
                        .filter(each -> each.getName().equals("many"))
                        .findFirst()
                        .orElseThrow()
                        .getParameterTypes()[0]
                        .getRecordComponents())
                .hasSize(12);
        try (ScriptedHttpServer server = server(false);
                McpClient client = client(server)) {
            call(McpToolClientFactory.create(type, client), "one", Map.of("a", 1));
            assertThat(lastArguments(server)).isEqualTo("{\"filter\":{\"a\":1}}");
        }
    }

    @Test
    void unknownToolIsReported() {
        try (ScriptedHttpServer server = server(false, FORECAST);
                McpClient client = client(server)) {
            McpToolClientGenerator generator =
                    McpToolClientGenerator.of("com.example", "Weather").withTools(List.of("get_forecst"));
            assertThatExceptionOfType(McpConfigurationException.class)
                    .isThrownBy(() -> generator.generate(client))
                    .withMessageContaining("\"get_forecst\"")
                    .withMessageContaining("Did you mean \"get_forecast\"?");
        }
    }

    private String[] options(String url, String... more) {
        List<String> options = new ArrayList<>(List.of(
                "--url=" + url,
                "--server=weather",
                "--package=com.example",
                "--name=Weather",
                "--output=" + this.directory));
        options.addAll(List.of(more));
        return options.toArray(String[]::new);
    }

    @Test
    void mainWritesTheFileAndDoesNotOverwriteAnExistingOne() throws IOException {
        try (ScriptedHttpServer server = server(false, FORECAST)) {
            McpToolClientGenerator.main(options(server.url(), "--header=X-Path: ${PATH}", "--tools=get_forecast"));
            Path file = this.directory.resolve("com/example/Weather.java");
            assertThat(file).content().contains("interface Weather");
            assertThat(server.requests("tools/list").get(0).header("X-Path")).isEqualTo(System.getenv("PATH"));

            Files.writeString(file, "edited");
            assertThatExceptionOfType(McpConfigurationException.class)
                    .isThrownBy(() -> McpToolClientGenerator.main(options(server.url())))
                    .withMessageContaining("Weather.java")
                    .withMessageContaining("set overwrite");
            assertThat(file).hasContent("edited");
            McpToolClientGenerator.main(options(server.url(), "--overwrite"));
            assertThat(file).content().contains("interface Weather");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--nam=x|Did you mean \"name\"?",
                "--url=http://localhost:1|url has two values",
                "--command=x|url, command exclude each other",
                "--tools-file=x|url, tools-file exclude each other",
                "--header=Authorization|Name: value",
                "--header=Authorization: ${NOT_SET_ANYWHERE}|NOT_SET_ANYWHERE"
            })
    void invalidOptionIsReported(String option) {
        String[] parts = option.split("\\|");
        assertThatExceptionOfType(McpConfigurationException.class)
                .isThrownBy(() -> McpToolClientGenerator.main(options("http://127.0.0.1:1/mcp", parts[0])))
                .withMessageContaining(parts[1]);
        assertThat(this.directory).isEmptyDirectory();
    }

    @Test
    void recordedToolsGenerateTheSameSourceAsTheServer() throws IOException {
        Path tools = this.directory.resolve("tools.json");
        for (String content :
                List.of("{\"tools\":[%s]}", "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[%s]}}")) {
            Files.writeString(tools, content.formatted(FORECAST));
            McpToolClientGenerator.main(offline(tools));
            assertThat(this.directory.resolve("com/example/Weather.java")).hasContent(generate(FORECAST));
        }
    }

    /** As shells of Windows record them. */
    @Test
    void recordedToolsMayHaveAByteOrderMark() throws IOException {
        Path tools = this.directory.resolve("tools.json");
        String content = "\ufeff{\"tools\":[" + FORECAST + "]}";
        for (Charset charset : List.of(UTF_8, StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)) {
            Files.writeString(tools, content, charset);
            McpToolClientGenerator.main(offline(tools));
            assertThat(this.directory.resolve("com/example/Weather.java")).hasContent(generate(FORECAST));
        }

        Files.write(tools, new byte[] {'{', (byte) 0xe9, '}'});
        assertThatExceptionOfType(McpConfigurationException.class)
                .isThrownBy(() -> McpToolClientGenerator.main(offline(tools)))
                .withMessageContaining("(" + tools + ") is not in UTF-8");
    }

    @Test
    void unchangedFileIsNotRewritten() throws IOException {
        Path tools = Files.writeString(this.directory.resolve("tools.json"), "{\"tools\":[" + FORECAST + "]}");
        McpToolClientGenerator.main(offline(tools));
        Path file = this.directory.resolve("com/example/Weather.java");
        FileTime past = FileTime.from(Instant.EPOCH);
        Files.setLastModifiedTime(file, past);

        McpToolClientGenerator.main(offline(tools));
        assertThat(Files.getLastModifiedTime(file)).isEqualTo(past);
        Files.writeString(tools, "{\"tools\":[]}");
        McpToolClientGenerator.main(offline(tools));
        assertThat(file).content().doesNotContain("get_forecast");
    }

    private String[] offline(Path tools) {
        String[] options = options("", "--overwrite");
        options[0] = "--tools-file=" + tools;
        return options;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"tools":[{"inputSchema":{"type":"object"}}]} | is invalid
            {"tools":[],"nextCursor":"2"}                 | has one page of several
            {"prompts":[]}                                | has no list of tools
            null                                          | has no list of tools
            [1]                                           | is invalid
            tools:                                        | is invalid
            """)
    void invalidToolsFileIsReported(String content, String problem) throws IOException {
        Path tools = Files.writeString(this.directory.resolve("tools.json"), content);
        assertThatExceptionOfType(McpConfigurationException.class)
                .isThrownBy(() -> McpToolClientGenerator.main(offline(tools)))
                .withMessageStartingWith("MCP server \"weather\": configuration: tools-file (" + tools + ") " + problem)
                .withMessageEndingWith("{\"tools\": [...]}.");
        Files.delete(tools);
        assertThatExceptionOfType(McpConfigurationException.class)
                .isThrownBy(() -> McpToolClientGenerator.main(offline(tools)))
                .withMessageContaining("cannot be read");
    }

    @ParameterizedTest
    @ValueSource(strings = {"com.example|2Weather", "com.example|class", "com..example|Weather", "int|Weather"})
    void namesThatAreNotJavaAreRejected(String names) {
        String[] parts = names.split("\\|");
        assertThatExceptionOfType(McpConfigurationException.class)
                .isThrownBy(() -> McpToolClientGenerator.of(parts[0], parts[1]));
    }
}
