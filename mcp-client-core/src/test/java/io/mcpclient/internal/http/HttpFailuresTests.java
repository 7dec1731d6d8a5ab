package io.mcpclient.internal.http;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;

import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.codec.DecoderException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.client.WebClientRequestException;

import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.jsonrpc.MalformedMessageException;
import io.mcpclient.settings.McpHttpProxy;
import io.mcpclient.settings.McpHttpSettings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

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
    void connectFailureHasOutcomeNotSentAndARemedy(Throwable error, String problem) {
        assertThat(failures(McpHttpSettings.of(URL)).translate("tools/call", error))
                .isInstanceOfSatisfying(McpConnectionException.class, failure -> {
                    assertThat(failure.problem()).isEqualTo(problem);
                    assertThat(failure.outcome()).isEqualTo(McpOutcome.NOT_SENT);
                    assertThat(failure.remedy()).isNotBlank();
                });
    }

    @ParameterizedTest
    @CsvSource({"initialize, true", "server/discover, true", "tools/call, false"})
    void firstResponseThatIsNoMessageCallsTheAddressIntoQuestion(String operation, boolean isFirst) {
        byte[] json = "{\"id\":1}".getBytes(StandardCharsets.UTF_8);
        MalformedMessageException problem =
                catchThrowableOfType(MalformedMessageException.class, () -> new JsonCodec(JsonLimits.DEFAULT)
                        .decode(json, 0, json.length, id -> null));

        McpException failure = failures(McpHttpSettings.of(URL)).notAMessage(operation, problem);

        assertThat(failure.problem()).startsWith("the response is not a JSON-RPC message");
        assertThat(failure.remedy())
                .isEqualTo(
                        isFirst
                                ? "Check mcp.servers.weather.url: this may not be the address of an MCP server."
                                : null);
    }

    // properties of the server are those of the server, whatever proxy there is
    @Test
    void remedyNamesTheServerPropertyEvenWithAJavaProxy() {
        HttpFailures failures =
                failures(McpHttpSettings.of("https://weather.example/mcp").withProxy(McpHttpProxy.system()));

        assertThat(failures.translate(
                        "tools/call", new SSLHandshakeException("Received fatal alert: certificate_required")))
                .isInstanceOfSatisfying(McpConnectionException.class, failure -> assertThat(failure.remedy())
                        .isEqualTo("Set a key store in mcp.servers.weather.ssl.bundle."));
    }

    // fault A04: alerts of the server about the certificate of the client; TLS 1.3 has them after the handshake
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "certificate_required | false | requires a client certificate | Set a key store in mcp.servers.weather.ssl.bundle",
                "certificate_required | true  | requires a client certificate | Set a key store in mcp.servers.weather.ssl.bundle",
                "bad_certificate      | false | requires a client certificate | Set a key store in mcp.servers.weather.ssl.bundle",
                "bad_certificate      | true  | does not accept the client certificate, or requires one | a certificate for clients",
                "handshake_failure    | false | or the server requires a client certificate | set a key store in",
                "handshake_failure    | true  | TLS failed | Check the scheme and port",
                "unknown_ca           | true  | does not know the issuer of the client certificate | an authority that the server trusts",
                "certificate_expired  | true  | the client certificate has expired | Renew the certificate",
                "certificate_revoked  | true  | the client certificate was revoked | Replace the certificate",
                "certificate_unknown  | true  | does not accept the client certificate | Check with its operator",
                "access_denied        | true  | grants no access | Ask its operator for access",
            })
    void tlsAlertAboutTheClientCertificateHasItsOwnRemedy(
            String alert, boolean hasBundle, String problem, String remedy) throws Exception {
        SSLException error = new SSLHandshakeException("Received fatal alert: " + alert);
        McpHttpSettings settings = McpHttpSettings.of("https://weather.example/mcp");
        HttpFailures failures = failures(hasBundle ? settings.withSslContext(SSLContext.getDefault()) : settings);

        List<Throwable> all = alert.equals("handshake_failure")
                ? List.of(error)
                : List.of(
                        error,
                        new DecoderException(error),
                        new WebClientRequestException(
                                new DecoderException(error), HttpMethod.POST, URI.create(URL), HttpHeaders.EMPTY));
        assertThat(all).allSatisfy(each -> assertThat(failures.translate("initialize", each))
                .isInstanceOfSatisfying(McpConnectionException.class, failure -> {
                    assertThat(failure.problem()).contains(problem);
                    assertThat(failure.remedy()).contains(remedy);
                    assertThat(failure.outcome()).isEqualTo(McpOutcome.NOT_SENT);
                }));
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
