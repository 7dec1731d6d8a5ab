package io.mcpclient.support.net;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Exceptions;

import io.mcpclient.support.net.UntrustedHttpClient.Answer;
import io.mcpclient.support.net.UntrustedHttpClient.Limits;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/** Each hop is looked at like the first one: SEC-04, SEC-08; H07, H16, H29. */
@Timeout(60)
class UntrustedHttpClientRedirectTests {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static final Limits LIMITS = new Limits(LIMIT, 1024, 3);

    private static final Map<String, String> HEADERS =
            Map.of("Accept", "application/json", "Authorization", "Bearer s3cret-value", "X-Key", "s3cret-value");

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest().secrets("s3cret-value");

    private final ScriptedHttpServer server = new ScriptedHttpServer();

    private final ScriptedHttpServer other = new ScriptedHttpServer();

    private final UntrustedHttpClient http =
            new UntrustedHttpClient(McpNetworkPolicy.of(this.server.uri(), Set.of()), Duration.ofSeconds(5));

    @AfterEach
    void close() {
        this.http.close();
        this.server.close();
        this.other.close();
    }

    private static URI url(ScriptedHttpServer server, String path) {
        return URI.create("http://127.0.0.1:" + server.port() + path);
    }

    private Answer get(Limits limits) {
        Answer answer = this.http
                .send("GET", url(this.server, "/first"), HEADERS, null, limits)
                .block(LIMIT.multipliedBy(2));
        assertThat(answer).isNotNull();
        return answer;
    }

    private Throwable failure() {
        return Exceptions.unwrap(catchThrowable(() -> get(LIMITS)));
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void getFollowsARedirectOnTheSameOriginWithItsHeaders(int status) {
        this.server.on("GET").path("/first").reply(Reply.redirect(status, "second?a=b"));
        this.server.on("GET").path("/second").reply(Reply.json(200, "{}"));

        assertThat(get(LIMITS).status()).isEqualTo(200);

        RecordedRequest request = this.server.requests().get(1);
        assertThat(request.path()).isEqualTo("/second?a=b");
        assertThat(request.header("authorization")).isEqualTo("Bearer s3cret-value");
    }

    // SEC-08, H16: what is meant for one origin, another one does not get, nor does it come back with it
    @Test
    void getRedirectedToAnotherOriginDropsItsHeaders() {
        this.server
                .on("GET")
                .path("/first")
                .reply(Reply.redirect(302, url(this.other, "/x").toString()));
        this.other.on("GET").reply(Reply.redirect(302, url(this.server, "/back").toString()));
        this.server.on("GET").path("/back").reply(Reply.json(200, "{}"));

        assertThat(get(LIMITS).status()).isEqualTo(200);

        for (RecordedRequest request :
                List.of(this.other.requests().get(0), this.server.requests().get(1))) {
            assertThat(request.headers().keySet())
                    .containsExactlyInAnyOrder("Accept", "accept-encoding", "connection", "host", "user-agent");
        }
        assertThat(this.other.requests().get(0).header("host")).isEqualTo("127.0.0.1:" + this.other.port());
    }

    // H29: a loop has an end
    @Test
    void redirectLoopIsAborted() {
        this.server.on("GET").times(4).reply(Reply.redirect(302, "/first?s3cret-value"));

        assertThat(failure())
                .isInstanceOf(IOException.class)
                .hasMessage("more than 3 redirects, the last one from 127.0.0.1:" + this.server.port());
    }

    @Test
    void getFollowsTheMaximumNumberOfRedirects() {
        this.server.on("GET").path("/first").reply(Reply.redirect(302, "/1"));
        this.server.on("GET").path("/1").reply(Reply.redirect(302, "/2"));
        this.server.on("GET").path("/2").reply(Reply.redirect(302, "/3"));
        this.server.on("GET").path("/3").reply(Reply.json(404, "{}"));

        assertThat(get(LIMITS).status()).isEqualTo(404);
    }

    @Test
    void getWithoutRedirectsAllowedReturnsTheRedirectResponse() {
        this.server.on("GET").reply(Reply.redirect(302, url(this.other, "/").toString()));

        assertThat(get(new Limits(LIMIT, 1024, 0)).status()).isEqualTo(302);
        assertThat(this.other.connectionsAccepted()).isZero();
    }

    @Test
    void getWhenRedirectHasNoLocationReturnsIt() {
        this.server.on("GET").reply(Reply.status(302));

        assertThat(get(LIMITS).status()).isEqualTo(302);
    }

    // a token request is repeated nowhere
    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void postIsNotRedirected(int status) {
        this.server
                .on("POST")
                .reply(Reply.redirect(status, url(this.other, "/token").toString()));

        Answer answer = this.http
                .send("POST", url(this.server, "/token"), HEADERS, new byte[] {'x'}, LIMITS)
                .block(LIMIT);

        assertThat(answer.status()).isEqualTo(status);
        assertThat(this.other.connectionsAccepted()).isZero();
    }

    @Test
    void postWithoutBodyIsNotRedirected() {
        this.server
                .on("POST")
                .reply(Reply.redirect(307, url(this.other, "/token").toString()));

        assertThat(this.http
                        .send("POST", url(this.server, "/token"), HEADERS, null, LIMITS)
                        .block(LIMIT)
                        .status())
                .isEqualTo(307);
        assertThat(this.other.connectionsAccepted()).isZero();
    }

    // H29: all hops in one limit
    @Test
    void redirectsAndResponseShareOneTimeout() {
        this.server.on("GET").path("/first").reply(Reply.redirect(302, "/second"));
        this.server.on("GET").path("/second").reply(Reply.neverAnswer());

        Throwable failure = Exceptions.unwrap(catchThrowable(() -> get(new Limits(Duration.ofMillis(900), 1024, 3))));

        assertThat(failure)
                .isInstanceOf(IOException.class)
                .hasMessage("no complete response from 127.0.0.1:" + this.server.port() + " within 900 ms");
        this.server.awaitOpenConnections(0, LIMIT);
    }

    // H07, SEC-04: a redirect is no way around
    @ParameterizedTest
    @ValueSource(
            strings = {
                "file:///etc/passwd",
                "javascript:alert(1)",
                "//10.0.0.1/",
                "http://10.0.0.1/",
                "https://10.0.0.1/",
                "https://169.254.169.254/latest/meta-data/",
                "http://user:x@127.0.0.1:{port}/",
                "http://127.0.0.1:{port}/#fragment",
                "http://2130706433:{port}/",
                "http://0177.0.0.1:{port}/",
                "http://0x7f.0.0.1:{port}/",
                "http://127.1:{port}/",
                "http://0.0.0.0:{port}/",
                "http://[::127.0.0.1]:{port}/",
                "http://[64:ff9b::127.0.0.1]:{port}/",
                "http://127.0.0.1:{port}\\@as.example.com/",
                "http://127.0.0.1:{port}/$(id)",
                "http://127.0.0.1:{port}/ x",
                "http://as.example.com:{port}/",
                ":",
            })
    void redirectToAForbiddenUrlIsNotFollowed(String location) {
        String target = location.replace("{port}", String.valueOf(this.other.port()));
        this.server.on("GET").reply(Reply.redirect(302, target));

        assertThat(failure()).isInstanceOf(ForbiddenUrlException.class).hasMessageStartingWith("redirect is refused: ");
        assertThat(this.other.connectionsAccepted()).isZero();
    }
}
