package io.mcpclient.internal.era.modern;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

import ch.qos.logback.classic.Level;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.mcpclient.handler.McpChangeListener;
import io.mcpclient.internal.era.DesiredSessionState;
import io.mcpclient.internal.era.RequestNumbers;
import io.mcpclient.internal.http.HttpTransportProvider;
import io.mcpclient.internal.http.HttpTransportSettings;
import io.mcpclient.internal.inbound.InboundSettings;
import io.mcpclient.internal.inbound.McpHandlers;
import io.mcpclient.internal.inbound.McpListeners;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.schema.ServerCapabilities;
import io.mcpclient.settings.McpClientSettings;
import io.mcpclient.settings.McpHttpSettings;
import io.mcpclient.status.McpEra;
import io.mcpclient.status.McpServerDescription;
import io.mcpclient.support.Loggers;
import io.mcpclient.testkit.CapturedLog;
import io.mcpclient.testkit.ListenStream;
import io.mcpclient.testkit.Repetitions;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedModernServer;
import io.mcpclient.transport.McpHttpClients;
import io.mcpclient.transport.McpIgnoredMessages.Reason;
import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.ReceivedMessage;
import io.mcpclient.transport.ResponseHead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Subscriptions on real connections, with pauses so short that much can happen. */
@Timeout(120)
class SubscriptionsTests {

    private static final Duration SOON = Duration.ofSeconds(20);

    private static final String TOOLS_CHANGED = "notifications/tools/list_changed";

    private static final SubscriptionTimes HASTY = new SubscriptionTimes(
            Duration.ofSeconds(10),
            Duration.ofMillis(1),
            Duration.ofMinutes(1),
            Duration.ofMillis(1),
            Duration.ofMillis(2));

    private final ScriptedModernServer server = ScriptedHttpServer.modern();

    private final ListenWire wire = new ListenWire(true);

    private final McpTransport transport = transport();

    private final McpListeners listeners = new McpListeners();

    private final ModernClient client = ModernClient.of(
            this.wire.context,
            McpClientSettings.defaults(),
            true,
            new InboundSettings(
                    McpHandlers.none(),
                    this.listeners,
                    8,
                    Duration.ofSeconds(20),
                    new DesiredSessionState(null),
                    Duration.ofMillis(5)),
            RequestNumbers.fromOne());

    private final AtomicReference<@Nullable Throwable> loss = new AtomicReference<>();

    private final AtomicInteger changes = new AtomicInteger();

    private final Subscriptions subscriptions = subscriptions();

    private McpTransport transport() {
        HttpTransportSettings settings = new HttpTransportSettings(
                McpHttpSettings.of(this.server.url()), SOON, null, 1 << 20, 8, null, null, null);
        McpTransport created = new HttpTransportProvider(settings, McpHttpClients.create())
                .create(this.wire.context)
                .block(SOON);
        assertThat(created).isNotNull();
        return created;
    }

    private Subscriptions subscriptions() {
        ServerCapabilities declared = ListenWire.CODEC.fromJson(
                "{\"tools\":{\"listChanged\":true},\"resources\":{\"subscribe\":true}}", ServerCapabilities.class);
        assertThat(declared).isNotNull();
        return new Subscriptions(
                this.client,
                this.transport,
                new ModernRequests(this.client, ProtocolRevision.LATEST, true, Set.of()),
                new McpServerDescription(McpEra.MODERN, ProtocolRevision.LATEST, null, declared, null),
                this.loss::set,
                HASTY);
    }

    private void listen() {
        this.listeners.add(new McpChangeListener() {

            @Override
            public void onToolsChanged(String serverName) {
                SubscriptionsTests.this.changes.incrementAndGet();
            }
        });
        this.subscriptions.start();
    }

    @AfterEach
    void close() {
        this.subscriptions.stop();
        this.transport.close().block(SOON);
        this.server.close();
    }

    private static Set<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> !name.startsWith("scripted-http"))
                .collect(Collectors.toSet());
    }

    private List<String> warnings(Runnable work) {
        try (CapturedLog log = CapturedLog.of(Loggers.MESSAGES).open()) {
            work.run();
            return log.messages(Level.WARN);
        }
    }

    private void receive(JsonRpcNotification notification) {
        assertThat(this.subscriptions.onNotification(new ReceivedMessage(notification, ResponseHead.NONE)))
                .isTrue();
    }

    // the server may have sent them before it noticed the end; one with the id of no subscription remains a warning
    @Test
    void messagesOfASubscriptionThatWasGivenUpAreCountedWithoutAWarning() {
        listen();
        this.server.awaitStreams(1, SOON);
        this.subscriptions.stop();

        assertThat(warnings(() -> {
                    receive(ListenWire.acknowledgment(1, Map.of("toolsListChanged", true)));
                    receive(ListenWire.notification(1, TOOLS_CHANGED, Map.of()));
                    receive(new JsonRpcNotification("notifications/cancelled", Map.of("requestId", 1)));
                }))
                .isEmpty();
        assertThat(this.wire.ignored(Reason.UNKNOWN_ID)).isEqualTo(3);
        assertThat(warnings(() -> receive(ListenWire.notification(4711, TOOLS_CHANGED, Map.of()))))
                .singleElement()
                .asString()
                .contains("UNKNOWN_ID: " + TOOLS_CHANGED + " of no open subscription");
        assertThat(this.changes).hasValue(0);
    }

    // faults C16, G12: a server that ends every stream
    @Test
    void manyDroppedStreamsLeakNoConnectionsOrThreads() {
        listen();
        int times = Repetitions.of(200, 1000);
        drop(20);
        int threads = threads().size();

        drop(times - 20);

        assertThat(threads().size()).isLessThanOrEqualTo(threads + 2);
        assertThat(this.server.awaitStreams(1, SOON)).hasSize(1);
        this.server.awaitOpenConnections(1, SOON);
        assertThat(this.loss).hasNullValue();
        int before = this.changes.get();
        this.server.notify(TOOLS_CHANGED, "{}");
        await().atMost(SOON).until(() -> this.changes.get() > before);
        this.subscriptions.stop();
        this.server.awaitOpenConnections(0, SOON);
        assertThat(this.server.streamsOpened()).isEqualTo(times + 1);
    }

    private void drop(int times) {
        for (int i = 0; i < times; i++) {
            ListenStream stream = this.server.awaitStreams(1, SOON).get(0);
            switch (i % 4) {
                case 0 -> stream.cut();
                case 1 -> stream.reset();
                case 2 -> stream.end();
                default -> stream.endWithoutAnswer();
            }
        }
    }

    // fault C24: a storm of gaps is a change now and then
    @Test
    void repeatedGapsNotifyListenersAtMostOnceASecond() {
        listen();
        long began = System.nanoTime();
        drop(200);
        long seconds = Duration.ofNanos(System.nanoTime() - began).toSeconds();

        this.server.awaitStreams(1, SOON);
        await().atMost(SOON).until(() -> this.changes.get() > 0);
        assertThat(this.changes.get()).isLessThanOrEqualTo((int) seconds + 2);
    }

    // SUB-14: what is wanted changes all the time, and a stream is open all the time
    @Test
    void consecutiveWatchesAreAllAcknowledged() {
        listen();
        for (int i = 0; i < 50; i++) {
            this.subscriptions.watch("test://" + i).block(SOON);
            assertThat(this.server.streams()).isNotEmpty();
        }
        for (int i = 0; i < 50; i++) {
            this.subscriptions.unwatch("test://" + i).block(SOON);
        }

        await().atMost(SOON).untilAsserted(() -> assertThat(this.server.streams())
                .singleElement()
                .satisfies(stream -> assertThat(stream.filter().toString()).isEqualTo("{\"toolsListChanged\":true}")));
        this.server.awaitOpenConnections(1, SOON);
        assertThat(this.changes).as("no gap").hasValue(0);
    }

    // interest that comes and goes leaves nothing open
    @Test
    void addingAndRemovingListenersLeavesNoStreamOpen() {
        this.subscriptions.start();
        McpChangeListener passing = new McpChangeListener() {};
        for (int i = 0; i < 200; i++) {
            this.listeners.add(passing);
            if (i % 3 == 0) {
                this.server.awaitStreams(1, SOON);
            }
            this.listeners.remove(passing);
            if (i % 3 == 1) {
                this.server.awaitStreams(0, SOON);
            }
        }

        this.server.awaitStreams(0, SOON);
        this.server.awaitOpenConnections(0, SOON);
    }

    // a connection that is refused is the loss of all
    @Test
    void startWhenServerIsDownReportsTheConnectionLoss() {
        this.server.close();

        listen();

        await().atMost(SOON).until(() -> this.loss.get() != null);
        assertThat(this.loss.get()).hasMessageContaining("connection refused");
    }
}
