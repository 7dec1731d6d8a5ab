package io.mcpclient.auth;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** SEC-09: the listener that is there for one answer. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class LoopbackAuthorizationPromptTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final BlockingQueue<McpAuthorizationRequest> announced = new LinkedBlockingQueue<>();

    private final LoopbackAuthorizationPrompt prompt = new LoopbackAuthorizationPrompt(this.announced::add);

    private final HttpClient browser =
            HttpClient.newBuilder().connectTimeout(LIMIT).build();

    private McpAuthorizationRequest request(String state) {
        return new McpAuthorizationRequest(
                "id-" + state,
                "weather",
                McpPrincipal.APPLICATION,
                "https://as.example.com",
                List.of(),
                URI.create("https://as.example.com/authorize?state=" + state),
                this.prompt.redirectUri(),
                null,
                Instant.now().plusSeconds(600),
                Mono.empty());
    }

    private HttpResponse<String> open(String url) throws Exception {
        HttpRequest page =
                HttpRequest.newBuilder(URI.create(url)).timeout(LIMIT).build();
        return this.browser.send(page, BodyHandlers.ofString());
    }

    private void awaitClosed() {
        await().atMost(LIMIT).until(() -> {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
                return !socket.isConnected();
            } catch (IOException refused) {
                return true;
            }
        });
    }

    private int port() {
        return this.prompt.redirectUri().getPort();
    }

    // SEC-09, SEC-11: announced to the application, one answer, then the port is closed
    @Test
    void callbackIsAcceptedOnceAndTheListenerIsClosed() throws Exception {
        var answer = this.prompt.prompt(request("s-1")).toFuture();
        assertThat(this.announced.poll(20, TimeUnit.SECONDS)).isNotNull();

        HttpResponse<String> page = open(this.prompt.redirectUri() + "?code=c%2Fd&state=s-1&iss=i");

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).doesNotContain("s-1", "c/d");
        assertThat(answer.get(20, TimeUnit.SECONDS))
                .hasToString(this.prompt.redirectUri() + "?code=c%2Fd&state=s-1&iss=i");
        awaitClosed();
    }

    // SEC-09, fault H14: what is not for us changes nothing, and the right answer is still taken
    @ParameterizedTest(name = "{0} {1} for {2}")
    @CsvSource({
        "GET, /callback?code=c&state=other, 127.0.0.1",
        "GET, /callback?code=c, 127.0.0.1",
        "GET, /other?code=c&state=s-1, 127.0.0.1",
        "GET, /callback/more?code=c&state=s-1, 127.0.0.1",
        "POST, /callback?code=c&state=s-1, 127.0.0.1",
        "GET, /callback?code=c&state=s-1, evil.example.com",
        "GET, /callback?code=c&state=s-1, localhost"
    })
    void requestsThatAreNotTheExpectedCallbackAreRejected(String method, String target, String host) throws Exception {
        var answer = this.prompt.prompt(request("s-1")).toFuture();
        assertThat(this.announced.poll(20, TimeUnit.SECONDS)).isNotNull();

        assertThat(raw(method + " " + target + " HTTP/1.1\r\nHost: " + host + ":" + port()
                        + "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 404");
        assertThat(answer).isNotDone();

        open(this.prompt.redirectUri() + "?code=c&state=s-1");
        assertThat(answer.get(20, TimeUnit.SECONDS)).hasQuery("code=c&state=s-1");
    }

    private String raw(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
            socket.setSoTimeout((int) LIMIT.toMillis());
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    // a request ends, for example by a reconnect, and the next one begins at once
    @Test
    void requestThatFollowsAnotherOneAtOnceFindsThePortFree() throws Exception {
        for (int i = 0; i < 50; i++) {
            var answer = this.prompt.prompt(request("s-" + i)).toFuture();
            assertThat(this.announced.poll(20, TimeUnit.SECONDS)).isNotNull();
            answer.cancel(true);
        }
        awaitClosed();
    }

    // fault H14: two flows in parallel on one port
    @Test
    void callbacksAreMatchedToTheirRequestsByState() throws Exception {
        var first = this.prompt.prompt(request("s-1")).toFuture();
        var second = this.prompt.prompt(request("s-2")).toFuture();
        assertThat(this.announced.poll(20, TimeUnit.SECONDS)).isNotNull();
        assertThat(this.announced.poll(20, TimeUnit.SECONDS)).isNotNull();

        open(this.prompt.redirectUri() + "?code=two&state=s-2");
        assertThat(second.get(20, TimeUnit.SECONDS)).hasQuery("code=two&state=s-2");
        assertThat(first).isNotDone();
        open(this.prompt.redirectUri() + "?code=one&state=s-1");
        assertThat(first.get(20, TimeUnit.SECONDS)).hasQuery("code=one&state=s-1");
        awaitClosed();
    }

    @Test
    void cancelledRequestClosesTheListener() throws Exception {
        var wait = this.prompt.prompt(request("s-1")).subscribe();
        assertThat(this.announced.poll(20, TimeUnit.SECONDS)).isNotNull();

        wait.dispose();

        awaitClosed();
    }

    @Test
    void failureToNotifyTheUserFailsTheRequest() {
        LoopbackAuthorizationPrompt mute = new LoopbackAuthorizationPrompt(request -> {
            throw new IllegalStateException("no terminal");
        });

        StepVerifier.create(mute.prompt(request("s-1")))
                .expectErrorMessage("no terminal")
                .verify(LIMIT);
    }

    @Test
    void redirectUriKeepsItsPort() {
        assertThat(this.prompt.redirectUri())
                .isEqualTo(this.prompt.redirectUri())
                .hasHost("127.0.0.1");
        assertThat(new LoopbackAuthorizationPrompt(8765, request -> {}).redirectUri())
                .hasToString("http://127.0.0.1:8765/callback");
        assertThatThrownBy(() -> new LoopbackAuthorizationPrompt(0, request -> {}))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
