package io.mcpclient;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.core.ParameterizedTypeReference;
import reactor.core.publisher.Mono;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.registry.McpPromptRegistry;
import io.mcpclient.registry.McpResourceRegistry;
import io.mcpclient.registry.McpToolNaming;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.registry.McpToolSelection;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.CompleteParams;
import io.mcpclient.schema.GetPromptParams;
import io.mcpclient.schema.LoggingLevel;
import io.mcpclient.schema.PromptReference;
import io.mcpclient.schema.ReadResourceParams;
import io.mcpclient.settings.McpClientSettings;
import io.mcpclient.task.McpTask;
import io.mcpclient.task.McpTaskHandle;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Every argument of the public interfaces that may not be {@code null}, passed as {@code null}: that is an error of the
 * client's own tree, before anything is sent. Names of what is looked for may be unknown instead, and listeners that were
 * never added may be removed.
 */
@Timeout(60)
class NullArgumentTests {

    private static final List<Class<?>> TYPES = List.of(
            McpClient.class,
            ReactiveMcpClient.class,
            McpTask.class,
            McpToolRegistry.class,
            McpPromptRegistry.class,
            McpResourceRegistry.class,
            McpClients.class);

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private final McpClient client =
            this.invariants.build(McpClient.builder("weather").url(this.server.url()));

    private final McpClients clients = new McpClients(List.of(this.client));

    private final McpToolRegistry tools = McpToolRegistry.of(this.clients, McpToolNaming.defaults());

    private final McpPromptRegistry prompts = McpPromptRegistry.of(this.clients, McpToolNaming.defaults());

    private final McpResourceRegistry resources = McpResourceRegistry.of(this.clients);

    @AfterEach
    void close() {
        this.tools.close();
        this.prompts.close();
        this.resources.close();
        this.clients.close();
        this.server.close();
    }

    record Passed(Class<?> type, Method method, int index) {

        @Override
        public String toString() {
            return this.type.getSimpleName() + "." + this.method.getName()
                    + Arrays.stream(this.method.getParameters())
                            .map(parameter -> parameter.getType().getSimpleName())
                            .toList()
                    + " with null for " + this.index;
        }
    }

    static Stream<Passed> nulls() {
        return TYPES.stream().flatMap(type -> Arrays.stream(type.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers())
                        && !Modifier.isStatic(method.getModifiers())
                        && !method.isSynthetic()
                        && !List.of("find", "remove").contains(method.getName())
                        && !method.getName().matches("remove.*Listener"))
                .sorted(Comparator.comparing(Method::toGenericString))
                .flatMap(method -> IntStream.range(0, method.getParameterCount())
                        .filter(index -> isRequired(method, index))
                        .mapToObj(index -> new Passed(type, method, index))));
    }

    /** Tools and prompts have no arguments then. */
    private static boolean isRequired(Method method, int index) {
        Parameter parameter = method.getParameters()[index];
        boolean isForNone =
                parameter.getType() == Map.class && !method.getName().equals("provideInput");
        return !parameter.getType().isPrimitive()
                && !isForNone
                && !parameter.getAnnotatedType().isAnnotationPresent(Nullable.class);
    }

    @ParameterizedTest
    @MethodSource("nulls")
    void nullArgumentIsRejectedWithoutBeingSent(Passed passed) {
        Method method = passed.method();
        Object[] arguments = Arrays.stream(method.getParameterTypes())
                .map(NullArgumentTests::some)
                .toArray();
        arguments[passed.index()] = null;

        Throwable failure = catchThrowable(() -> invoke(method, target(passed.type()), arguments));

        assertThat(failure).isInstanceOfSatisfying(McpRejectedException.class, rejection -> {
            assertThat(rejection.outcome()).isEqualTo(McpOutcome.NOT_SENT);
            assertThat(rejection.problem()).isNotBlank();
            assertThat(rejection.remedy()).isNotBlank();
        });
        assertThat(this.server.requests()).isEmpty();
    }

    private static void invoke(Method method, Object target, Object[] arguments) throws Throwable {
        try {
            if (method.invoke(target, arguments) instanceof Mono<?> mono) {
                mono.block(Duration.ofSeconds(20));
            }
        } catch (InvocationTargetException ex) {
            throw ex.getTargetException();
        }
    }

    private Object target(Class<?> type) {
        return Stream.of(
                        this.client,
                        this.client.reactive(),
                        this.client.tasks().resume("t"),
                        this.tools,
                        this.prompts,
                        this.resources,
                        this.clients)
                .filter(type::isInstance)
                .findFirst()
                .orElseThrow();
    }

    private static Object some(Class<?> type) {
        List<Object> values = List.of(
                Map.of(),
                "x",
                new ParameterizedTypeReference<Map<String, Object>>() {},
                McpCallOptions.defaults(),
                CallToolParams.of("x", Map.of()),
                GetPromptParams.of("x", Map.of()),
                ReadResourceParams.of("x"),
                CompleteParams.of(PromptReference.of("x"), "x", "x"),
                LoggingLevel.INFO,
                McpClientSettings.defaults(),
                McpToolSelection.all(),
                McpTaskHandle.of("weather", "t"),
                Duration.ofSeconds(1));
        if (type == int.class) {
            return 1;
        }
        return values.stream().filter(type::isInstance).findFirst().orElseGet(() -> stub(type));
    }

    private static Object stub(Class<?> type) {
        return (type == Class.class)
                ? Map.class
                : Proxy.newProxyInstance(
                        type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> null);
    }
}
