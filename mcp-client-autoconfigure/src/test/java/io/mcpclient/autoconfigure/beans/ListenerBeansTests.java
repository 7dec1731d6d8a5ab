package io.mcpclient.autoconfigure.beans;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationListener;
import org.springframework.context.PayloadApplicationEvent;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.core.annotation.Order;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.auth.McpCredentials;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpPrincipalResolver;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.handler.McpChangeListener;
import io.mcpclient.handler.McpLogListener;
import io.mcpclient.handler.McpProgressListener;
import io.mcpclient.handler.McpSource;
import io.mcpclient.schema.LoggingMessageParams;
import io.mcpclient.spring.McpLogEvent;
import io.mcpclient.spring.McpLogging;
import io.mcpclient.spring.McpResourceUpdatedEvent;
import io.mcpclient.spring.McpServer;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Listeners and events of an application, with a server that logs, tells progress and changes while it is called. */
@Timeout(60)
class ListenerBeansTests {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, McpClientAutoConfiguration.class))
            .withPropertyValues(
                    "mcp.defaults.start=lazy",
                    "mcp.servers.weather.url=" + this.server.url(),
                    "mcp.servers.files.url=http://localhost:1/mcp",
                    "mcp.servers.files.enabled=false");

    @BeforeEach
    void script() {
        this.server.on("initialize").reply(opened("s"));
        this.server.on("tools/call").reply(ListenerBeansTests::told);
        this.server.on("resources/list").optionally().reply(Reply.result("{\"resources\":[]}"));
        this.server.on("resources/templates/list").optionally().reply(Reply.result("{\"resourceTemplates\":[]}"));
        this.server.on("logging/setLevel").optionally().reply(Reply.result("{}"));
    }

    private static Reply opened(String session) {
        return Reply.result("{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{},"
                        + "\"logging\":{},\"resources\":{\"subscribe\":true}},"
                        + "\"serverInfo\":{\"name\":\"scripted\",\"version\":\"1\"}}")
                .withHeader(ScriptedLegacyServer.SESSION_HEADER, session);
    }

    private static Reply told(RecordedRequest request) {
        String data = Objects.requireNonNullElse(request.header("Authorization"), "hello");
        return Reply.sse(
                notification("message", "\"level\":\"info\",\"data\":\"" + data + "\""),
                notification(
                        "progress",
                        "\"progressToken\":" + request.json().at("/params/_meta/progressToken") + ",\"progress\":1,"
                                + "\"message\":\"" + data + "\""),
                notification("resources/updated", "\"uri\":\"notes:///1\""),
                "data: {\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"content\":[]}}");
    }

    private static String notification(String name, String params) {
        return "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/" + name + "\",\"params\":{" + params + "}}";
    }

    @AfterEach
    void close() {
        this.server.close();
    }

    @Test
    void whenThereAreListenersThenAllOfThemReceiveTheServerInTheirOrder() {
        this.runner.withUserConfiguration(Listeners.class).run(context -> {
            List<String> heard = context.getBean(Listeners.class).heard;
            call(context);
            await().atMost(LIMIT).until(() -> heard.contains("update notes:///1"));
            assertThat(heard)
                    .containsSubsequence("first hello", "second hello", "update notes:///1")
                    .contains("progress tools/call 1.0")
                    .doesNotContain("other");
        });
    }

    @Test
    void whenAnnotatedMethodsHaveTheSameNameThenAllOfThemListen() {
        this.runner.withBean(Overloads.class).run(context -> {
            assertThat(context).hasNotFailed();
            List<String> heard = context.getBean(Overloads.class).heard;
            call(context);
            await().atMost(LIMIT).until(() -> heard.size() == 2);
            assertThat(heard).containsExactlyInAnyOrder("hello", "hello of weather");
        });
    }

    @Test
    void whenThereIsNoListenerThenNoProgressTokenIsSent() {
        this.runner.run(ListenerBeansTests::call);
        assertThat(this.server
                        .requests("tools/call")
                        .get(0)
                        .json()
                        .at("/params")
                        .has("_meta"))
                .isFalse();
    }

    @Test
    void whenLogLevelIsSetThenEventsArePublished() {
        this.runner
                .withPropertyValues("mcp.servers.weather.log-level=info")
                .withUserConfiguration(Events.class)
                .run(context -> {
                    List<String> published = context.getBean(Events.class).published;
                    call(context);
                    await().atMost(LIMIT).until(() -> published.size() == 2);
                    assertThat(published).containsExactly("log weather hello", "update weather notes:///1");
                });
    }

    // Its log was not requested.
    @Test
    void whenLogLevelIsNotSetThenLogMessagesAreNotPublished() {
        this.runner.withUserConfiguration(Events.class).run(context -> {
            List<String> published = context.getBean(Events.class).published;
            call(context);
            await().atMost(LIMIT).until(() -> !published.isEmpty());
            assertThat(published).containsExactly("update weather notes:///1");
        });
    }

    // SEC-27; fault H26: they receive events of the sessions of all users, each of which concerns one user
    @Test
    void whenUsersHaveSessionsThenListenersAndEventsNameTheirPrincipal() {
        this.server.on("initialize").reply(opened("second"));
        this.server.on("initialize").reply(opened("third"));
        this.server.on("tools/call").times(2).reply(ListenerBeansTests::told);
        AtomicReference<@Nullable McpPrincipal> user = new AtomicReference<>();
        this.runner
                .withPropertyValues("mcp.servers.weather.log-level=info")
                .withBean(McpPrincipalResolver.class, () -> () -> Mono.justOrEmpty(user.get()))
                .withBean(
                        McpCredentials.class,
                        () -> request -> Mono.just(
                                Map.of("Authorization", request.principal().name())))
                .withUserConfiguration(UserListeners.class)
                .run(context -> {
                    for (String name : List.of("alice", "bob")) {
                        user.set(McpPrincipal.of(name));
                        call(context);
                    }
                    user.set(null);
                    call(context);
                    List<String> expected = Stream.of("alice", "bob", "application")
                            .flatMap(name -> Stream.of(
                                    "log " + name + " to " + name,
                                    "progress " + name + " to " + name,
                                    "update to " + name,
                                    "log event " + name + " to " + name,
                                    "update event to " + name))
                            .toList();
                    List<String> heard = context.getBean(UserListeners.class).heard;
                    await().atMost(LIMIT)
                            .untilAsserted(() -> assertThat(heard).containsExactlyInAnyOrderElementsOf(expected));
                });
    }

    private static void call(AssertableApplicationContext context) {
        context.getBean(McpClient.class).callTool("x", Map.of());
    }

    // the server decides how often they are called
    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void whenListenersThrowThenEachIsLoggedOnceWithTheServerAndTheReason(CapturedOutput output) {
        this.server.on("tools/call").times(2).reply(ListenerBeansTests::told);
        this.runner
                .withPropertyValues("mcp.servers.weather.log-level=info")
                .withBean(McpLogListener.class, () -> (server, message) -> failing("no log"))
                .withBean(ApplicationListener.class, () -> (ApplicationListener<PayloadApplicationEvent<?>>) event -> {
                    if (event.getPayload() instanceof McpLogEvent) {
                        failing("no event");
                    }
                })
                .run(context -> {
                    for (int i = 0; i < 3; i++) {
                        call(context);
                    }
                    await().atMost(LIMIT).untilAsserted(() -> assertThat(output.getOut())
                            .containsOnlyOnce("for log messages failed: IllegalStateException: no log. Its further")
                            .containsOnlyOnce(
                                    "for application events failed: IllegalStateException: no event. Its further"));
                    assertThat(output.getOut().lines().filter(line -> line.contains(" failed: IllegalState")))
                            .allMatch(line -> line.contains("MCP server \"weather\": the listener "))
                            .hasSize(2);
                });
    }

    private static void failing(String reason) {
        throw new IllegalStateException(reason);
    }

    @Configuration(proxyBeanMethods = false)
    static class Listeners {

        final List<String> heard = new CopyOnWriteArrayList<>();

        @Bean
        @Order(3)
        McpLogListener second(McpClients clients) {
            return (server, message) -> this.heard.add("second " + message.data());
        }

        @Bean
        @Order(2)
        McpLogListener failing() {
            return (server, message) -> {
                throw new IllegalStateException("failed on purpose");
            };
        }

        @Bean
        @Order(1)
        McpLogListener first() {
            return (server, message) -> this.heard.add("first " + message.data());
        }

        @Bean
        @McpServer("files")
        McpLogListener other() {
            return (server, message) -> this.heard.add("other");
        }

        @Bean
        McpProgressListener progress() {
            return progress -> this.heard.add("progress " + progress.method() + " " + progress.progress());
        }

        @Bean
        McpChangeListener changes() {
            return new McpChangeListener() {
                @Override
                public void onResourceUpdated(String serverName, String uri) {
                    Listeners.this.heard.add("update " + uri);
                }
            };
        }
    }

    static class Overloads {

        final List<String> heard = new CopyOnWriteArrayList<>();

        @McpLogging
        void log(LoggingMessageParams message) {
            this.heard.add("" + message.data());
        }

        @McpLogging("weather")
        void log(LoggingMessageParams message, String server) {
            this.heard.add(message.data() + " of " + server);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Events {

        final List<String> published = new CopyOnWriteArrayList<>();

        @EventListener
        void onLog(McpLogEvent event) {
            this.published.add(
                    "log " + event.serverName() + " " + event.message().data());
        }

        @EventListener
        void onUpdate(McpResourceUpdatedEvent event) {
            this.published.add("update " + event.serverName() + " " + event.uri());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class UserListeners {

        final List<String> heard = new CopyOnWriteArrayList<>();

        private void hear(String what, McpPrincipal principal) {
            this.heard.add(what + " to " + principal.name());
        }

        @Bean
        McpLogListener log() {
            return new McpLogListener() {
                @Override
                public void onLog(String serverName, LoggingMessageParams message) {
                    throw new IllegalStateException("the source is known");
                }

                @Override
                public void onLog(McpSource source, LoggingMessageParams message) {
                    hear("log " + message.data(), source.principal());
                }
            };
        }

        @Bean
        McpProgressListener progress() {
            return progress -> hear("progress " + progress.message(), progress.principal());
        }

        @Bean
        McpChangeListener changes() {
            return new McpChangeListener() {
                @Override
                public void onResourceUpdated(McpSource source, String uri) {
                    hear("update", source.principal());
                }
            };
        }

        @EventListener
        void onLog(McpLogEvent event) {
            hear("log event " + event.message().data(), event.principal());
        }

        @EventListener
        void onUpdate(McpResourceUpdatedEvent event) {
            hear("update event", event.principal());
        }
    }
}
