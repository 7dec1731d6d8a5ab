package io.mcpclient;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

import io.mcpclient.handler.ReactiveMcpRootsProvider;
import io.mcpclient.schema.Root;
import io.mcpclient.settings.McpProtocol;

import static org.assertj.core.api.Assertions.assertThat;

/** Calls that a server answers with questions first, on a channel that all calls share. */
@Timeout(60)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the server is a script for /bin/sh")
class McpClientInputStdioTests {

    private static final Duration SOON = Duration.ofSeconds(10);

    /** Asks for roots, and is content with nothing but an answer to that and its state. Counts cancellations. */
    private static final String SERVER = """
            cancelled=0
            while IFS= read -r line; do
              id=$(printf '%s\\n' "$line" | sed 's/.*"id":\\([0-9]*\\),"method".*/\\1/')
              case "$line" in
              *'"method":"server/discover"'*)
                result='{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}}}' ;;
              *'"method":"notifications/cancelled"'*)
                cancelled=$((cancelled + 1))
                continue ;;
              *'"inputResponses":{"r":{"roots":[{"uri":"file:///srv"}]}},"requestState":"s \\"1\\" \u00e9"'*)
                result='{"resultType":"complete","content":[{"type":"text","text":"'$cancelled' cancelled"}]}' ;;
              *)
                result='{"resultType":"input_required","inputRequests":{"r":{"method":"roots/list"}},'
                result=$result'"requestState":"s \\"1\\" \\u00e9"}' ;;
              esac
              printf '{"jsonrpc":"2.0","id":%s,"result":%s}\\n' "$id" "$result"
            done
            """;

    private static McpClient client(ReactiveMcpRootsProvider roots) {
        return McpClient.builder("weather")
                .command("/bin/sh", "-c", SERVER)
                .protocol(protocol -> protocol.withEra(McpProtocol.MODERN))
                .timeouts(
                        timeouts -> timeouts.withConnect(SOON).withRequest(SOON).withShutdown(Duration.ofSeconds(5)))
                .reactiveRoots(roots)
                .build();
    }

    // MRTR-03, MRTR-05, MRTR-07
    @ParameterizedTest
    @EnumSource
    void callToolWhenInputIsRequiredProvidesIt(ProgrammingModel face) {
        try (McpClient client = client(context -> Mono.just(List.of(Root.of("file:///srv"))))) {
            assertThat(face.callTool(client).text()).isEqualTo("0 cancelled");
            assertThat(face.callTool(client).text()).isEqualTo("0 cancelled");
        }
    }

    // CAN-13: nothing is under way that could be cancelled at the server
    @Test
    void callToolWhenCancelledWhileTheHandlerRunsDoesNotNotifyTheServer() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch stopped = new CountDownLatch(1);
        try (McpClient client = client(context -> (asked.getCount() == 0)
                ? Mono.just(List.of(Root.of("file:///srv")))
                : Mono.<List<Root>>never()
                        .doOnSubscribe(begun -> asked.countDown())
                        .doOnCancel(stopped::countDown))) {
            Disposable call = client.reactive().callTool("echo", Map.of()).subscribe(result -> {}, error -> {});
            assertThat(asked.await(10, TimeUnit.SECONDS)).isTrue();
            call.dispose();

            assertThat(stopped.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(ProgrammingModel.BLOCKING.callTool(client).text()).isEqualTo("0 cancelled");
        }
    }
}
