package io.mcpclient;

import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Disposable;

import io.mcpclient.error.McpCancelledException;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.Repetitions;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Callers who give up, at each point of the life of a call. */
@Timeout(60)
class McpClientCancelTests {

    private static final Duration SOON = Duration.ofSeconds(20);

    /** What a caller who gives up may notice, on a machine with other work. */
    private static final Duration AT_ONCE = Duration.ofSeconds(1);

    private static final Duration LONG = Duration.ofSeconds(40);

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    /** One connection, so that it is easily taken. */
    private final McpClient client = this.invariants.build(weather()
            .protocol(protocol -> protocol.withEra(McpProtocol.LEGACY))
            .url(this.server.url())
            .limits(limits -> limits.withMaxConcurrentRequests(1))
            .timeouts(timeouts -> timeouts.withConnect(LONG).withRequest(LONG).withShutdown(Duration.ofSeconds(2))));

    private final CountDownLatch go = new CountDownLatch(1);

    /** Returns a builder for a server; a subclass repeats the tests with another way of sending requests. */
    McpClientBuilder weather() {
        return McpClient.builder("weather");
    }

    @AfterEach
    void close() {
        this.client.close();
        this.server.close();
    }

    /** How far a call is when its caller gives up. */
    enum Point {
        /** The handshake is under way; nothing of the call has left. */
        CONNECTING(false) {
            @Override
            void arrange(McpClientCancelTests test) {
                test.server
                        .on("notifications/initialized")
                        .reply(Reply.accepted().after(test.go));
            }

            @Override
            void awaitIt(McpClientCancelTests test) {
                test.server.awaitRequests("notifications/initialized", 1, SOON);
            }
        },

        /** Another call has the only connection. */
        QUEUED(false) {
            @Override
            void arrange(McpClientCancelTests test) {
                test.client.session().connect();
                test.server
                        .on("tools/call")
                        .reply(Reply.result("{\"content\":[]}").after(test.go));
                test.client.reactive().callTool("echo", Map.of("n", 0)).subscribe();
                test.server.awaitRequests("tools/call", 1, SOON);
            }

            @Override
            void awaitIt(McpClientCancelTests test) {
                await().atMost(SOON).until(() -> test.client.status().inFlight() == 2);
            }
        },

        /** The server has read the call and says nothing. */
        SENT(true) {
            @Override
            void arrange(McpClientCancelTests test) {
                test.client.session().connect();
                test.server.on("tools/call").reply(Reply.neverAnswer());
            }

            @Override
            void awaitIt(McpClientCancelTests test) {
                test.server.awaitRequests("tools/call", 1, SOON);
            }
        },

        /** Half of the answer is here. */
        ANSWERING(true) {
            @Override
            void arrange(McpClientCancelTests test) {
                test.client.session().connect();
                test.server
                        .on("tools/call")
                        .reply(Reply.streamed(200, "application/json")
                                .chunk("{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"content\":[")
                                .thenHang());
            }

            @Override
            void awaitIt(McpClientCancelTests test) {
                test.server.awaitRequests("tools/call", 1, SOON);
            }
        },

        /** The stream of the call has ended early and is asked for again. */
        RESUMING(true) {
            @Override
            void arrange(McpClientCancelTests test) {
                test.client.session().connect();
                test.server.on("tools/call").reply(Reply.sse("id: p1\nretry: 0\ndata:"));
                test.server.on("GET").reply(Reply.neverAnswer());
            }

            @Override
            void awaitIt(McpClientCancelTests test) {
                test.server.awaitRequests("GET", 1, SOON);
            }
        },

        /** The session was lost, and the next one is being opened. */
        RENEWING(false) {
            @Override
            void arrange(McpClientCancelTests test) {
                test.client.session().connect();
                test.server.forgetSessions();
                test.server
                        .on("notifications/initialized")
                        .reply(Reply.accepted().after(test.go));
            }

            @Override
            void awaitIt(McpClientCancelTests test) {
                test.server.awaitRequests("notifications/initialized", 2, SOON);
            }
        };

        /** Whether the server may be executing it and must be notified. */
        private final boolean known;

        Point(boolean known) {
            this.known = known;
        }

        abstract void arrange(McpClientCancelTests test);

        abstract void awaitIt(McpClientCancelTests test);
    }

    private static void dispose(McpClientCancelTests test, Point point) {
        CompletableFuture<Throwable> signalled = new CompletableFuture<>();
        Disposable call = test.client
                .reactive()
                .callTool("echo", Map.of("n", 1))
                .subscribe(result -> signalled.complete(null), signalled::complete);
        point.awaitIt(test);

        call.dispose();

        assertThat(signalled).isNotDone();
    }

    private static void interrupt(McpClientCancelTests test, Point point) {
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        Thread caller = new Thread(
                () -> {
                    try {
                        test.client.callTool("echo", Map.of("n", 1));
                        thrown.complete(null);
                    } catch (RuntimeException ex) {
                        thrown.complete(
                                Thread.currentThread().isInterrupted() ? ex : new IllegalStateException("no flag", ex));
                    }
                },
                "impatient");
        caller.start();
        point.awaitIt(test);

        caller.interrupt();

        assertThat(thrown).succeedsWithin(AT_ONCE).isInstanceOf(McpCancelledException.class);
    }

    static Stream<Arguments> pointsAndWays() {
        BiConsumer<McpClientCancelTests, Point> dispose = McpClientCancelTests::dispose;
        BiConsumer<McpClientCancelTests, Point> interrupt = McpClientCancelTests::interrupt;
        return Stream.of(Point.values())
                .flatMap(point -> Stream.of(
                        Arguments.of(point, "disposed", dispose), Arguments.of(point, "interrupted", interrupt)));
    }

    // fault B15, CAN-01, CAN-02: in every phase of the call; the server is notified if it has received it, and other
    // calls continue
    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("pointsAndWays")
    void callToolWhenCallerCancelsLeavesNothingBehind(
            Point point, String way, BiConsumer<McpClientCancelTests, Point> giveUp) {
        point.arrange(this);
        this.server.on("notifications/cancelled").optionally().reply(Reply.accepted());

        giveUp.accept(this, point);

        int others = (point == Point.QUEUED) ? 1 : 0;
        await().atMost(AT_ONCE).until(() -> this.client.status().inFlight() == others);
        if (point.known) {
            this.server.awaitRequests("notifications/cancelled", 1, SOON);
        }
        this.go.countDown();
        assertThat(this.client.callTool("echo", Map.of("n", 2)).text()).isEqualTo("{\"n\":2}");
        assertThat(this.client.status().isConnected()).isTrue();
        if (!point.known) {
            // A call that waits for a connection counts as sent: the server gets a word too many, and no call.
            assertThat(this.server.requests("notifications/cancelled"))
                    .hasSizeLessThanOrEqualTo((point == Point.QUEUED) ? 1 : 0);
            assertThat(this.server.requests("tools/call"))
                    .filteredOn(
                            request -> request.json().at("/params/arguments/n").asInt() == 1)
                    .hasSize((point == Point.RENEWING) ? 1 : 0);
        }
        assertThat(this.server.requests("notifications/cancelled")).hasSizeLessThanOrEqualTo(1);
    }

    // fault B15: between head and body of a response, and at any other moment; no error is dropped
    @ParameterizedTest
    @ValueSource(strings = {"json", "stream", "failure"})
    void callToolWhenCancelledAtAnyMomentDropsNoError(String answer) {
        this.server.on("notifications/cancelled").optionally().reply(Reply.accepted());
        if (answer.equals("failure")) {
            this.server.on("tools/call").optionally().reply(Reply.status(500, "text/plain", "no"));
        } else if (answer.equals("stream")) {
            this.server
                    .on("tools/call")
                    .always()
                    .reply(Reply.sse("data: {\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"content\":[]}}"));
        }
        McpClient client = this.invariants.build(weather()
                .protocol(protocol -> protocol.withEra(McpProtocol.LEGACY))
                .url(this.server.url())
                .timeouts(timeouts -> timeouts.withShutdown(Duration.ofSeconds(2))));
        client.session().connect();
        Random random = new Random(answer.hashCode());

        for (int i = 0; i < Repetitions.of(500, 3_000); i++) {
            Caller caller = new Caller();
            client.reactive().callTool("echo", Map.of("n", i)).subscribe(caller);
            long moment = System.nanoTime() + random.nextInt(1_500_000);
            while (System.nanoTime() < moment && !caller.ended) {
                Thread.onSpinWait();
            }
            caller.cancel();
        }

        await().atMost(SOON).until(() -> client.status().inFlight() == 0);
        assertThat(client.status().isConnected()).isTrue();
        client.close();
    }

    /**
     * A caller that ignores a signal that arrives while it cancels. The subscribers of Reactor report an error at this moment
     * as dropped, which no publisher can prevent.
     */
    private static final class Caller implements CoreSubscriber<Object> {

        private volatile boolean ended;

        private volatile Subscription call;

        @Override
        public void onSubscribe(Subscription call) {
            this.call = call;
            call.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(Object result) {
            this.ended = true;
        }

        @Override
        public void onError(Throwable error) {
            this.ended = true;
        }

        @Override
        public void onComplete() {
            this.ended = true;
        }

        void cancel() {
            this.call.cancel();
        }
    }
}
