package io.mcpclient;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.mcpclient.error.McpException;
import io.mcpclient.settings.McpHttpTransportType;
import io.mcpclient.settings.McpProtocol;

/**
 * A program with little memory that calls hostile servers, and a healthy one beside them. Prints a line for each attack, at the
 * end the longest time of a call to the healthy server, and ends by itself.
 */
final class HostileServerMain {

    private static final Duration ATTACK = Duration.ofSeconds(20);

    /** Loads the classes, which takes long on a busy machine. */
    private static final Duration FIRST_CALL = Duration.ofSeconds(60);

    private static final int AT_ONCE = 16;

    private HostileServerMain() {}

    /**
     * Takes the address of the healthy server and that of the hostile one, which has a path for each attack, and how many rounds of
     * concurrent calls there are for the attacks of large messages.
     */
    public static void main(String[] args) throws InterruptedException {
        AtomicLong slowest = new AtomicLong();
        AtomicInteger calls = new AtomicInteger();
        AtomicBoolean ended = new AtomicBoolean();
        try (McpClient neighbour = McpClient.builder("neighbour")
                .url(args[0])
                .timeouts(timeouts -> timeouts.withConnect(FIRST_CALL).withRequest(FIRST_CALL))
                .build()) {
            neighbour.callTool("echo", Map.of());
            Thread caller = new Thread(() -> {
                while (!ended.get()) {
                    long start = System.nanoTime();
                    neighbour.callTool("echo", Map.of("n", calls.incrementAndGet()));
                    slowest.accumulateAndGet(System.nanoTime() - start, Math::max);
                }
            });
            caller.start();
            attacks(args[1], Integer.parseInt(args[2]));
            ended.set(true);
            caller.join(ATTACK.toMillis());
        }
        say("calls of the neighbour: " + calls + ", slowest: " + TimeUnit.NANOSECONDS.toMillis(slowest.get()) + " ms");
    }

    private static void attacks(String hostile, int rounds) {
        with(hostile + "/endless-pages", McpClient::listTools);
        with(hostile + "/dense-page", McpClient::listTools);
        with(hostile + "/huge-definitions", McpClient::listTools);
        with(hostile + "/endless-event", client -> client.callTool("x", Map.of()));
        with(hostile + "/flood", client -> client.callTool("x", Map.of()));
        with(hostile + "/large-json", client -> callManyTimes(client, rounds));
        with(hostile + "/large-event", client -> callManyTimes(client, rounds));
        with(
                hostile + "/early",
                builder -> builder.http(http -> http.withTransport(McpHttpTransportType.SSE)),
                McpClient::listTools);
        with(
                hostile + "/stderr",
                builder -> McpClient.builder("hostile").command("sh", "-c", "yes | head -c 200000000 >&2"),
                McpClient::listTools);
    }

    private static Object callManyTimes(McpClient client, int rounds) {
        return Flux.range(0, rounds * AT_ONCE)
                .flatMap(
                        i -> client.reactive()
                                .callTool("x", Map.of())
                                .map(result -> "answered")
                                .onErrorResume(McpException.class, error -> Mono.just("failed")),
                        AT_ONCE)
                .collectMultimap(outcome -> outcome, outcome -> 1)
                .map(outcomes -> outcomes.entrySet().stream()
                        .map(outcome -> outcome.getValue().size() + " " + outcome.getKey())
                        .sorted()
                        .toList())
                .block(ATTACK.multipliedBy(rounds + 2L)); // each may take as long as one call
    }

    @FunctionalInterface
    private interface Use {

        Object of(McpClient client);
    }

    private static void with(String url, Use use) {
        with(url, builder -> builder, use);
    }

    private static void with(String url, UnaryOperator<McpClientBuilder> settings, Use use) {
        CountDownLatch over = new CountDownLatch(1);
        String attack = url.substring(url.lastIndexOf('/') + 1);
        try (McpClient client = settings.apply(McpClient.builder("hostile")
                        .url(url)
                        .protocol(protocol -> protocol.withEra(McpProtocol.LEGACY)))
                .timeouts(timeouts -> timeouts.withConnect(ATTACK).withRequest(ATTACK))
                .logListener((name, message) -> slow(over))
                .build()) {
            Object result = use.of(client);
            say(attack + ": "
                    + ((result instanceof List<?> list && list.size() > 3) ? list.size() + " items" : text(result)));
        } catch (McpException ex) {
            say(attack + ": " + ex.getMessage());
        } finally {
            over.countDown();
        }
    }

    private static String text(Object result) {
        String text = String.valueOf(result);
        return text.substring(0, Math.min(200, text.length()));
    }

    private static void slow(CountDownLatch over) {
        try {
            over.await(ATTACK.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    private static void say(String text) {
        System.out.println(text);
    }
}
