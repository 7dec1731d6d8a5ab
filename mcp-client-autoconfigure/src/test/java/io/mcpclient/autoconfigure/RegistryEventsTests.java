package io.mcpclient.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.registry.McpPromptRegistry;
import io.mcpclient.registry.McpPromptSnapshot;
import io.mcpclient.registry.McpResourceRegistry;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.spring.McpPromptsChangedEvent;
import io.mcpclient.spring.McpResourcesChangedEvent;
import io.mcpclient.support.Loggers;
import io.mcpclient.testkit.CapturedLog;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@Timeout(60)
class RegistryEventsTests {

    @Test
    void whenServerHasPromptsAndResourcesThenEventsArePublished() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            script(server);
            new ApplicationContextRunner()
                    .withConfiguration(
                            AutoConfigurations.of(SslAutoConfiguration.class, McpClientAutoConfiguration.class))
                    .withPropertyValues("mcp.servers.weather.url=" + server.url(), "mcp.servers.weather.start=lazy")
                    .withUserConfiguration(Events.class)
                    .run(context -> {
                        List<String> seen = context.getBean(Events.class).seen;
                        context.getBean(McpClient.class).session().connect();
                        await().atMost(Duration.ofSeconds(10))
                                .untilAsserted(() -> assertThat(seen).contains("prompt letter", "resource notes:///1"));
                    });
        }
    }

    // G06: each event holds the definitions of all servers
    @Test
    void whenAListenerIsSlowThenOnlyTheLatestEventsArePublished() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            script(server);
            new ApplicationContextRunner()
                    .withConfiguration(
                            AutoConfigurations.of(SslAutoConfiguration.class, McpClientAutoConfiguration.class))
                    .withPropertyValues("mcp.servers.weather.url=" + server.url(), "mcp.servers.weather.start=lazy")
                    .withUserConfiguration(SlowListener.class)
                    .run(context -> {
                        SlowListener listener = context.getBean(SlowListener.class);
                        McpEventPublisher publisher = context.getBean(McpEventPublisher.class);
                        McpPromptSnapshot empty =
                                context.getBean(McpPromptRegistry.class).snapshot();
                        publisher.onPromptsChanged(empty);
                        assertThat(listener.entered.await(10, TimeUnit.SECONDS)).isTrue();
                        IntStream.range(0, 20).forEach(i -> publisher.onPromptsChanged(empty));
                        McpPromptRegistry registry = context.getBean(McpPromptRegistry.class);
                        context.getBean(McpClient.class).session().connect();
                        await().atMost(Duration.ofSeconds(10))
                                .until(() -> !registry.snapshot().prompts().isEmpty());
                        publisher.onPromptsChanged(registry.snapshot());

                        listener.released.countDown();

                        await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> assertThat(listener.prompts)
                                .endsWith(1));
                        assertThat(listener.prompts.size()).isLessThanOrEqualTo(6);
                    });
        }
    }

    /** Runs a publisher with virtual time beside that of the application, and returns what it logs. */
    private static List<String> warnings(Class<?> configuration, BiConsumer<Publication, VirtualTime> events) {
        try (CapturedLog log = CapturedLog.of(Loggers.HANDLERS).open()) {
            new ApplicationContextRunner()
                    .withConfiguration(
                            AutoConfigurations.of(SslAutoConfiguration.class, McpClientAutoConfiguration.class))
                    .withUserConfiguration(configuration)
                    .run(context -> {
                        VirtualTime time = new VirtualTime();
                        McpPromptRegistry prompts = context.getBean(McpPromptRegistry.class);
                        McpToolRegistry tools = context.getBean(McpToolRegistry.class);
                        McpEventPublisher publisher = new McpEventPublisher(
                                context.getBean(McpClients.class),
                                new McpEventPublisher.Registries(
                                        tools, prompts, context.getBean(McpResourceRegistry.class)),
                                Map.of(),
                                context,
                                time);
                        publisher.start();
                        events.accept(new Publication(context, publisher, tools, prompts), time);
                        publisher.stop();
                    });
            return log.messages();
        }
    }

    private record Publication(
            ApplicationContext context, McpEventPublisher publisher, McpToolRegistry tools, McpPromptRegistry prompts) {

        /** As servers do when they connect. */
        void lists(int servers) {
            IntStream.range(0, servers).forEach(i -> {
                this.publisher.onToolsChanged(this.tools.snapshot());
                this.publisher.onPromptsChanged(this.prompts.snapshot());
            });
        }
    }

    // Many servers connect at the start, and their lists supersede each other faster than a thread starts.
    @Test
    void concurrentListsOfManyServersDoNotCauseAWarning() {
        assertThat(warnings(Events.class, (publication, time) -> publication.lists(300)))
                .isEmpty();
    }

    @Test
    void slowListenerIsLoggedOnceWithTheDroppedEvents() {
        assertThat(warnings(SlowListener.class, (publication, time) -> {
                    SlowListener listener = publication.context().getBean(SlowListener.class);
                    publication.lists(1);
                    await().atMost(Duration.ofSeconds(10)).until(() -> listener.entered.getCount() == 0);
                    publication.lists(300);
                    time.advance(Duration.ofSeconds(3));
                    publication.lists(300);
                    listener.released.countDown();
                }))
                .singleElement()
                .asString()
                .startsWith(
                        "Listeners of McpPromptsChangedEvent have taken 3000 ms for one event: older events were dropped"
                                + " {McpPromptsChangedEvent=29")
                .contains("McpToolsChangedEvent=29");
    }

    // The events arrive at once and the listener takes long afterwards, when nothing more arrives.
    @Test
    void slowListenerIsLoggedEvenAfterTheLastEvent() {
        assertThat(warnings(SlowListener.class, (publication, time) -> {
                    SlowListener listener = publication.context().getBean(SlowListener.class);
                    publication.lists(300);
                    await().atMost(Duration.ofSeconds(10)).until(() -> listener.entered.getCount() == 0);
                    publication.lists(300);
                    time.advance(Duration.ofSeconds(3));
                    listener.released.countDown();
                    await().atMost(Duration.ofSeconds(10)).until(() -> !listener.prompts.isEmpty());
                }))
                .singleElement()
                .asString()
                .contains("Listeners of McpPromptsChangedEvent have taken 3000 ms");
    }

    private static void script(ScriptedLegacyServer server) {
        server.on("initialize")
                .reply(Reply.result("{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"prompts\":{},"
                                + "\"resources\":{}},\"serverInfo\":{\"name\":\"scripted\",\"version\":\"1\"}}")
                        .withHeader(ScriptedLegacyServer.SESSION_HEADER, "s"));
        server.on("prompts/list").always().reply(Reply.result("{\"prompts\":[{\"name\":\"letter\"}]}"));
        server.on("resources/list")
                .always()
                .reply(Reply.result("{\"resources\":[{\"uri\":\"notes:///1\",\"name\":\"one\"}]}"));
        server.on("resources/templates/list").optionally().reply(Reply.result("{\"resourceTemplates\":[]}"));
    }

    @Configuration(proxyBeanMethods = false)
    static class SlowListener {

        final CountDownLatch entered = new CountDownLatch(1);

        final CountDownLatch released = new CountDownLatch(1);

        /** Number of prompts in each event. */
        final List<Integer> prompts = new CopyOnWriteArrayList<>();

        @EventListener
        void onPrompts(McpPromptsChangedEvent event) throws InterruptedException {
            this.entered.countDown();
            assertThat(this.released.await(20, TimeUnit.SECONDS)).isTrue();
            this.prompts.add(event.snapshot().prompts().size());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Events {

        final List<String> seen = new CopyOnWriteArrayList<>();

        @EventListener
        void onPrompts(McpPromptsChangedEvent event) {
            event.snapshot().prompts().forEach(prompt -> this.seen.add("prompt " + prompt.name()));
        }

        @EventListener
        void onResources(McpResourcesChangedEvent event) {
            event.snapshot()
                    .resources()
                    .forEach(resource ->
                            this.seen.add("resource " + resource.resource().uri()));
        }
    }
}
