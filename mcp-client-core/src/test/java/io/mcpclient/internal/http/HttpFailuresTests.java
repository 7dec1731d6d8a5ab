package io.mcpclient.internal.http;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.stream.Stream;

import javax.net.ssl.SSLException;

import io.netty.channel.ConnectTimeoutException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.client.WebClientRequestException;

import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.settings.McpHttpSettings;

import static org.assertj.core.api.Assertions.assertThat;

class HttpFailuresTests {

    private static final String URL = "http://weather.example:3001/mcp";

    private static HttpFailures failures(McpHttpSettings settings) {
        return new HttpFailures(
                "weather", new HttpTransportSettings(settings, Duration.ofSeconds(1), null, 1024, 1, null, null, null));
    }

    /** As the two ways to send requests report it. */
    static Stream<Arguments> failuresOfConnecting() {
        return Stream.of(
                        Arguments.of(new UnknownHostException("x"), "host not found: " + URL),
                        Arguments.of(new ConnectTimeoutException("x"), "connecting to " + URL + " timed out"),
                        Arguments.of(new NoRouteToHostException("x"), "no route to " + URL),
                        Arguments.of(new ConnectException("x"), "connection refused: " + URL),
                        Arguments.of(new SSLException("x"), "TLS failed with " + URL + ": x"))
                .flatMap(row -> Stream.of(
                        row,
                        Arguments.of(
                                new WebClientRequestException(
                                        (Throwable) row.get()[0], HttpMethod.POST, URI.create(URL), HttpHeaders.EMPTY),
                                row.get()[1])));
    }

    // faults A01 to A04: nothing was sent, and there is something to do about it
    @ParameterizedTest
    @MethodSource("failuresOfConnecting")
    void failureToConnectIsNotSentAndHasARemedy(Throwable error, String problem) {
        assertThat(failures(McpHttpSettings.of(URL)).translate("tools/call", error))
                .isInstanceOfSatisfying(McpConnectionException.class, failure -> {
                    assertThat(failure.problem()).isEqualTo(problem);
                    assertThat(failure.outcome()).isEqualTo(McpOutcome.NOT_SENT);
                    assertThat(failure.remedy()).isNotBlank();
                });
    }

    // faults A01 to A03: with a proxy, it is the proxy that could not be connected
    @ParameterizedTest
    @ValueSource(
            classes = {
                UnknownHostException.class,
                ConnectTimeoutException.class,
                NoRouteToHostException.class,
                ConnectException.class
            })
    void failureToConnectToTheProxyNamesIt(Class<? extends Exception> type) throws Exception {
        Exception error = type.getConstructor(String.class).newInstance("x");

        assertThat(failures(McpHttpSettings.of(URL).withProxy("proxy.example", 3128))
                        .translate("tools/call", error))
                .isInstanceOfSatisfying(McpConnectionException.class, failure -> {
                    assertThat(failure.problem()).contains("the proxy proxy.example:3128");
                    assertThat(failure.outcome()).isEqualTo(McpOutcome.NOT_SENT);
                    assertThat(failure.remedy()).contains("proxy.host");
                });
    }
}
