package io.mcpclient.internal.http;

import java.net.URI;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class SseEndpointTests {

    // SSE-04
    @ParameterizedTest
    @CsvSource({
        "http://host/sse, /messages, http://host/messages",
        "http://host/a/sse, messages?id=1, http://host/a/messages?id=1",
        "http://host/a/sse, ../b/./messages, http://host/b/messages",
        "http://host/sse?x=1, ?session=2, http://host/sse?session=2",
        "http://host:81, messages, http://host:81/messages",
        "http://host:81, /messages, http://host:81/messages",
        "http://host/sse, http://host/messages#top, http://host/messages",
        "http://host/sse, HTTP://HOST:80/messages, HTTP://HOST:80/messages",
        "https://host:443/sse, https://host/m%2Fn, https://host/m%2Fn",
        "https://host/sse, //host/messages, https://host/messages",
        "http://[::1]:9/sse, http://[::1]:9/messages, http://[::1]:9/messages",
        "http://my_host:9/sse, /messages, http://my_host:9/messages",
        "http://host/sse, /messages?next=http://other/, http://host/messages?next=http://other/"
    })
    void endpointIsResolvedAgainstTheStreamUrl(String stream, String named, String endpoint) {
        assertThat(SseEndpoint.resolve(URI.create(stream), named)).isEqualTo(URI.create(endpoint));
    }

    // SSE-07, fault H17
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "https://evil.example/messages",
                "//evil.example/messages",
                "https://host.example:8443/messages",
                "http://host.example/messages",
                "https://host.example:80/messages",
                "https://user@host.example/messages",
                "https://host.example@evil.example/messages",
                "https://host.example.evil.example/messages",
                "https:\\\\evil.example\\messages",
                "/\\evil.example/messages",
                "\\\\evil.example",
                "/../messages",
                "/a/../../messages",
                "/a/%2e%2e/%2E%2E/messages",
                "/.%2e",
                "https:evil",
                "https:///messages",
                "javascript:alert(1)",
                "file:///etc/passwd",
                "ws://host.example/messages",
                "/two words",
                "/line\u0001feed"
            })
    void endpointOnAnotherOriginIsRejected(String named) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SseEndpoint.resolve(URI.create("https://host.example/sse"), named));
    }

    // fault H17: both origins are named
    @ParameterizedTest
    @CsvSource({
        "http://evil.example/x, 'is on http://evil.example:80, not on https://host.example:443'",
        "//u@evil.example/x, contains user information"
    })
    void rejectionReportsTheReason(String named, String why) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SseEndpoint.resolve(URI.create("https://host.example/sse"), named))
                .withMessage(why);
    }
}
