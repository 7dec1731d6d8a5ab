package io.mcpclient.test;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.micrometer.observation.ObservationRegistry;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import io.mcpclient.McpClient;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.schema.CacheScope;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.CreateMessageParams;
import io.mcpclient.schema.FormField;
import io.mcpclient.schema.Implementation;
import io.mcpclient.schema.LoggingLevel;
import io.mcpclient.schema.RequestedSchema;
import io.mcpclient.schema.ToolAnnotations;
import io.mcpclient.status.McpEra;
import io.mcpclient.test.container.McpServerContainer;
import io.mcpclient.time.TimeSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;

/** Arguments that would fail later, or never, are rejected by the method that gets them. */
class ArgumentsTests {

    private static final List<Class<?>> TYPES = List.of(
            McpTestServer.class,
            McpTestTool.class,
            McpTestCall.class,
            McpTestClock.class,
            McpTestError.class,
            McpTestServlet.class,
            McpRecording.class,
            McpTestServerAssert.class,
            CallToolResultAssert.class);

    private final McpTestServer server = McpTestServer.create("weather");

    record Passed(Executable member, int index) {

        @Override
        public String toString() {
            return this.member.getDeclaringClass().getSimpleName() + "." + this.member.getName() + " with null for "
                    + this.member.getParameters()[this.index].getName();
        }
    }

    static Stream<Passed> nulls() {
        return TYPES.stream()
                .flatMap(type -> Stream.concat(
                        Arrays.stream(type.getDeclaredConstructors()), Arrays.stream(type.getDeclaredMethods())))
                .filter(member -> Modifier.isPublic(member.getModifiers()) && !member.isSynthetic())
                .flatMap(member -> IntStream.range(0, member.getParameterCount())
                        .filter(index -> isRequired(member, index))
                        .mapToObj(index -> new Passed(member, index)));
    }

    private static boolean isRequired(Executable member, int index) {
        return !member.getParameterTypes()[index].isPrimitive()
                && !member.getAnnotatedParameterTypes()[index].isAnnotationPresent(Nullable.class);
    }

    @ParameterizedTest
    @MethodSource("nulls")
    void nullArgumentIsRejectedAtOnce(Passed passed) {
        Executable member = passed.member();
        Object[] arguments = Arrays.stream(member.getParameterTypes())
                .map(ArgumentsTests::some)
                .toArray();
        arguments[passed.index()] = null;

        Throwable failure = catchThrowable(() -> invoke(member, arguments));

        assertThat(failure)
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining(": the argument \"" + member.getParameters()[passed.index()].getName()
                        + "\" is null. Pass a value.");
    }

    private void invoke(Executable member, Object[] arguments) throws Throwable {
        try {
            if (member instanceof Method method) {
                method.invoke(target(member.getDeclaringClass()), arguments);
            } else {
                ((Constructor<?>) member).newInstance(arguments);
            }
        } catch (InvocationTargetException ex) {
            throw ex.getTargetException();
        }
    }

    private Object target(Class<?> type) {
        return Stream.of(
                        this.server,
                        this.server.tool("forecast"),
                        call(),
                        new McpTestClock(),
                        McpRecording.create(),
                        McpAssertions.assertThat(this.server),
                        McpAssertions.assertThat(CallToolResult.text("sunny")))
                .filter(type::isInstance)
                .findFirst()
                .orElse(type);
    }

    private static McpTestCall call() {
        McpTestRequest request = new McpTestRequest("tools/call", Map.of("name", "forecast"), Map.of());
        Channel channel = new Channel() {
            @Override
            void send(JsonRpcMessage message) {}

            @Override
            void disconnect() {}
        };
        return new McpTestCall(new Received(
                JsonRpcId.of(1),
                request,
                false,
                channel,
                message -> {},
                Map.of(),
                new RequestObservations("weather", ObservationRegistry.NOOP).start(JsonRpcId.of(1), request)));
    }

    private static Object some(Class<?> type) {
        List<Object> values = List.of(
                "x:y",
                Map.of("type", "object"),
                Path.of("x"),
                new byte[0],
                new String[] {"x"},
                new McpEra[] {McpEra.LEGACY},
                Duration.ofSeconds(1),
                McpEra.LEGACY,
                CacheScope.PRIVATE,
                LoggingLevel.INFO,
                TimeSource.system(),
                ObservationRegistry.NOOP,
                Implementation.of("x", "1"),
                McpRecording.create(),
                McpTestServer.create("x"),
                new ToolAnnotations(null, true, null, null, null, Map.of()),
                RequestedSchema.of(Map.of("unit", FormField.text()), "unit"),
                Json.convert(Map.of("messages", List.of(), "maxTokens", 10), CreateMessageParams.class));
        if (type.isPrimitive()) {
            return (type == double.class) ? (Object) 1.0 : (Object) 1;
        }
        return values.stream().filter(type::isInstance).findFirst().orElseGet(() -> stub(type));
    }

    private static Object stub(Class<?> type) {
        return (type == Class.class)
                ? Map.class
                : Proxy.newProxyInstance(
                        type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> null);
    }

    static Stream<Arguments> invalid() {
        McpTestServer server = McpTestServer.create("weather");
        McpTestTool tool = server.tool("forecast");
        Duration negative = Duration.ofSeconds(-1);
        return Stream.of(
                invalid("\"name\" is blank", () -> McpTestServer.create(" ")),
                invalid("\"name\" is blank", () -> McpTestServer.replay("", McpRecording.create())),
                invalid(
                        "\"name\" is blank",
                        () -> McpTestServer.record("", (McpClient) stub(McpClient.class), McpRecording.create())),
                invalid("Test server \"weather\": the argument \"name\" is blank", () -> server.tool("")),
                invalid("\"name\" is blank", () -> server.prompt("", "x")),
                invalid("\"method\" is blank", () -> server.on("", request -> null)),
                invalid("\"uri\" is blank", () -> server.resource("", "x")),
                invalid("\"uri\" has no scheme: notes.txt", () -> server.resource("notes.txt", "x")),
                invalid("\"uri\" has no scheme: notes.txt", () -> server.resourceChanged("notes.txt")),
                invalid("\"mimeType\" is blank", () -> server.resource("file:///x", "", new byte[0])),
                invalid("Test server \"weather\": it supports no era", () -> server.eras(Set.of())),
                invalid("\"ttl\" is negative", () -> server.cacheFor(negative)),
                invalid("\"limit\" is negative", () -> server.awaitListed(negative)),
                invalid("\"limit\" is negative", () -> server.awaitCalls(1, negative)),
                invalid("\"count\" is negative", () -> server.awaitCalls(-1, Duration.ZERO)),
                invalid(
                        "\"capabilities\" cannot be written as JSON",
                        () -> server.capabilities(Map.of("tools", new Unwritable()))),
                invalid(
                        "Test server \"weather\", tool \"forecast\": the argument \"delay\" is negative: PT-1S",
                        () -> tool.delays(negative)),
                invalid("\"ttl\" is negative", () -> tool.runsAsTask(negative, Duration.ZERO)),
                invalid("\"pollInterval\" is negative", () -> tool.runsAsTask(Duration.ZERO, negative)),
                invalid("\"progress\" is not a number of JSON: NaN", () -> tool.reports(Double.NaN, 1, null)),
                invalid(
                        "\"total\" is not a number of JSON: Infinity",
                        () -> tool.reports(1, Double.POSITIVE_INFINITY, null)),
                invalid("", () -> tool.returns(new Unwritable())),
                invalid(
                        "has an invalid value at \"/type\". Correct it",
                        () -> tool.inputSchema(Map.of("type", "objekt"))),
                invalid(
                        "has an invalid value at \"/properties/city/type\"",
                        () -> tool.inputSchema(
                                Map.of("type", "object", "properties", Map.of("city", Map.of("type", "strin"))))),
                invalid(
                        "has an invalid value at \"/required\"",
                        () -> tool.inputSchema(Map.of("type", "object", "required", "city"))),
                invalid(
                        "is unusable: it refers to another document",
                        () -> tool.inputSchema(Map.of("type", "object", "$ref", "https://example.com/city.json"))),
                invalid("has not the type \"object\"", () -> tool.inputSchema(Map.of("type", "string"))),
                invalid("has not the type \"object\"", () -> tool.inputSchema(Map.of())),
                invalid(
                        "\"schema\" cannot be written as JSON",
                        () -> tool.inputSchema(Map.of("type", "object", "default", new Unwritable()))),
                invalid("has an invalid value at \"/type\"", () -> tool.outputSchema(Map.of("type", "objekt"))),
                invalid("\"maxBody\" is negative", () -> new McpTestServlet(server, -1)),
                invalid("\"duration\" is negative", () -> new McpTestClock().advance(negative)),
                invalid("\"within\" is negative", () -> new McpTestClock().awaitTimer(negative)),
                invalid("\"names\" is blank", () -> McpRecording.create().redact("account", "")),
                invalid("\"count\" is negative", () -> McpAssertions.assertThat(server)
                        .hasReceivedCalls("x", -1)),
                invalid("The name of the server is blank", () -> new McpServerContainer("", "example/weather:1")),
                invalid(
                        "\"weather\": the port of MCP is invalid: 0",
                        () -> new McpServerContainer("weather", "example/weather:1").withMcpPort(0)),
                invalid(
                        "\"weather\": the path of MCP has no leading slash: mcp",
                        () -> new McpServerContainer("weather", "example/weather:1").withMcpPath("mcp")));
    }

    private static Arguments invalid(String problem, ThrowingCallable call) {
        return Arguments.of(problem, call);
    }

    /** Refers to itself. */
    static final class Unwritable {

        public Unwritable getSelf() {
            return this;
        }
    }

    @ParameterizedTest(name = "{index}: {0}")
    @MethodSource("invalid")
    void invalidArgumentIsRejectedAtOnce(String problem, ThrowingCallable call) {
        assertThatIllegalArgumentException().isThrownBy(call).withMessageContaining(problem);
    }

    @Test
    void schemaIsCopied() {
        Map<String, Object> schema = new HashMap<>(Map.of("type", "object"));
        this.server.tool("forecast").inputSchema(schema);
        schema.put("type", "objekt");

        try (McpClient client =
                McpClient.builder("weather").transport(this.server.transport()).build()) {
            assertThat(client.listTools().get(0).inputSchema().asMap()).containsEntry("type", "object");
        }
    }
}
