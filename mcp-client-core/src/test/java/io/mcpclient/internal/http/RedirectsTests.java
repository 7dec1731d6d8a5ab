package io.mcpclient.internal.http;

import java.lang.ref.WeakReference;
import java.net.URI;
import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Flux;

import io.mcpclient.settings.McpHttpSettings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@Timeout(60)
class RedirectsTests {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private static final URI SERVER = URI.create("http://weather.example/mcp");

    private final Redirects redirects = new Redirects(new HttpFailures(
            "weather",
            new HttpTransportSettings(
                    McpHttpSettings.of(SERVER.toString()), Duration.ofSeconds(1), null, 1024, 1, null, null, null)));

    /** Sends a request that the server redirects, and returns what refers to the target. */
    private WeakReference<URI> redirectedTo(String target) {
        URI url = URI.create(target);
        SentRequest sent = new SentRequest("tools/call", "POST", SERVER, 0, 0);
        Flux<String> answer = this.redirects.follow(
                SERVER,
                address ->
                        address.equals(SERVER) ? Flux.error(new RedirectException(sent, 307, url)) : Flux.just("ok"));
        assertThat(answer.collectList().block(LIMIT)).containsExactly("ok");
        return new WeakReference<>(url);
    }

    // A server may redirect each call to another address: that of a document, or one with a signature
    @Test
    void targetOfOneCallIsNotRetained() {
        this.redirects.onSuccess();

        WeakReference<URI> target = redirectedTo("http://weather.example/mcp/documents/7");

        assertThat(this.redirects.target(SERVER)).isEqualTo(SERVER);
        await().atMost(LIMIT).until(() -> {
            System.gc();
            return target.get() == null;
        });
    }

    @Test
    void targetOfTheEndpointIsRemembered() {
        redirectedTo("http://weather.example/v2/mcp");

        assertThat(this.redirects.target(SERVER)).isEqualTo(URI.create("http://weather.example/v2/mcp"));
    }
}
