package io.mcpclient.internal.oauth;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.mcpclient.McpClient;
import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.error.McpException;
import io.mcpclient.fuzz.FuzzTarget;
import io.mcpclient.fuzz.Fuzzing;
import io.mcpclient.testkit.Reply;

import static org.assertj.core.api.Assertions.assertThat;

/** The whole client and a server that wants tokens: one response of the authorization server is damaged, then all are well. */
@Tag("fuzz")
@Timeout(value = 10, unit = TimeUnit.HOURS)
class OAuthFuzzTests {

    private static final int INPUTS = 5;

    private static final String HEAD =
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: $length\r\n\r\n";

    private static final int DOCUMENTS = 300;

    private static final UnaryOperator<McpOAuthSettings.Builder> KNOWN = builder -> builder;

    private static final UnaryOperator<McpOAuthSettings.Builder> UNKNOWN = builder -> builder.clientId(null);

    // faults C13, H21
    @Test
    void parsersEndInAResultOrInTheirOwnException() {
        List<FuzzTarget> targets = Stream.of(MetadataFuzzTargets.all(), TokenFuzzTargets.all())
                .flatMap(List::stream)
                .toList();

        new Fuzzing(Fuzzing.Bounds.PARSER).run(targets, DOCUMENTS);
    }

    // fault H22
    @Test
    void callsEndInAResultOrAnMcpExceptionAndTheNextClientSucceeds() {
        new Fuzzing(Fuzzing.Bounds.CLIENT)
                .run(
                        List.of(
                                target(
                                        "oauth-metadata",
                                        "/.well-known/oauth-authorization-server",
                                        KNOWN,
                                        "{\"issuer\":\"$issuer\",\"authorization_endpoint\":\"$issuer/authorize\","
                                                + "\"token_endpoint\":\"$issuer/token\",\"registration_endpoint\":"
                                                + "\"$issuer/register\",\"code_challenge_methods_supported\":[\"S256\"],"
                                                + "\"token_endpoint_auth_methods_supported\":[\"none\"]}"),
                                target(
                                        "oauth-token",
                                        "/token",
                                        KNOWN,
                                        "{\"access_token\":\"recorded\",\"token_type\":\"Bearer\",\"expires_in\":3600,"
                                                + "\"refresh_token\":\"r\",\"scope\":\"read\"}",
                                        "{\"error\":\"invalid_grant\",\"error_description\":\"expired\"}"),
                                target(
                                        "oauth-registration",
                                        "/register",
                                        UNKNOWN,
                                        "{\"client_id\":\"client-1\",\"redirect_uris\":[\"http://127.0.0.1:3000/callback\"],"
                                                + "\"token_endpoint_auth_method\":\"none\",\"client_secret_expires_at\":0}")),
                        INPUTS);
    }

    private static FuzzTarget target(
            String name, String path, UnaryOperator<McpOAuthSettings.Builder> settings, String... bodies) {
        String[] responses = List.of(bodies).stream().map(body -> HEAD + body).toArray(String[]::new);
        return FuzzTarget.of(name, input -> exchange(path, settings, input), List.of(McpException.class), responses);
    }

    private static void exchange(String path, UnaryOperator<McpOAuthSettings.Builder> settings, byte[] input) {
        AtomicReference<byte @Nullable []> damaged = new AtomicReference<>(input);
        try (OAuthFixture fixture = new OAuthFixture()) {
            fixture.server.withoutVerification();
            fixture.issuer.at(path, request -> {
                byte @Nullable [] once = damaged.getAndSet(null);
                return (once != null) ? Reply.raw(filled(once, fixture.issuer.issuer())) : null;
            });
            try (McpClient client = fixture.client(settings)) {
                OAuthFixture.call(client);
            } finally {
                damaged.set(null);
                assertThat(OAuthFixture.call(fixture.client(settings))).isNotNull();
                assertThat(fixture.victim.requests()).isEmpty();
            }
        }
    }

    private static byte[] filled(byte[] bytes, String issuer) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1).replace("$issuer", issuer);
        int head = text.indexOf("\r\n\r\n");
        int length = (head >= 0) ? text.length() - head - 4 : 0;
        return text.replace("$length", Integer.toString(length)).getBytes(StandardCharsets.ISO_8859_1);
    }
}
