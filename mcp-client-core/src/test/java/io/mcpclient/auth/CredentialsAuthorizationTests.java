package io.mcpclient.auth;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpAuthorizationException.Reason;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Simple schemes: AUTH-01, AUTH-50, AUTH-52, AUTH-53, AUTH-55, AUTH-56. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
class CredentialsAuthorizationTests {

    private static final Duration SOON = Duration.ofSeconds(10);

    private static final URI URL = URI.create("https://a.example/mcp");

    private static final AuthorizedRequest CALL = new AuthorizedRequest("tools/call", "POST", URL, false);

    private static HttpAuthorization authorization(McpCredentials credentials) {
        return CredentialsAuthorization.of(credentials)
                .create(new ProtectedServer(
                        "weather", URL, () -> McpPrincipal.of("alice"), null, Duration.ofSeconds(5)));
    }

    private static Map<String, String> headers(McpCredentials credentials) {
        HttpCredentials given = authorization(credentials).authorize(CALL).block(SOON);
        assertThat(given).isNotNull();
        return given.headers();
    }

    private static HttpRefusal refusal(int status) {
        return new HttpRefusal(status, List.of());
    }

    private static void assertRefused(McpCredentials credentials, String text) {
        McpException failure = catchThrowableOfType(
                McpException.class,
                () -> authorization(credentials).authorize(CALL).block(SOON));
        assertThat(failure).isInstanceOfSatisfying(McpAuthorizationException.class, refused -> {
            assertThat(refused.reason()).isEqualTo(Reason.SETTINGS);
            assertThat(refused.outcome()).isEqualTo(McpOutcome.NOT_SENT);
            assertThat(refused.operation()).isEqualTo("tools/call");
        });
        assertThat(failure)
                .hasMessageContaining("MCP server \"weather\"")
                .hasMessageContaining(text)
                .hasMessageContaining("mcp.servers.weather.auth")
                .hasMessageNotContaining("s3cret");
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            assertThat(cause.toString()).doesNotContain("s3cret");
        }
    }

    // AUTH-50, AUTH-56: a token is whatever it is
    @Test
    void bearerSendsTheTokenUnchanged() {
        assertThat(headers(McpSchemes.bearer(() -> " opaque.\u0074oken== ")))
                .containsExactly(Map.entry("Authorization", "Bearer opaque.token=="));
    }

    // RFC 7617, section 2.1
    @Test
    void basicIsEncodedAsUtf8() {
        String value =
                headers(McpSchemes.basic(() -> "test", () -> "123\u00a3")).get("Authorization");

        assertThat(value).isEqualTo("Basic dGVzdDoxMjPCow==");
        assertThat(new String(Base64.getDecoder().decode(value.substring(6)), StandardCharsets.UTF_8))
                .isEqualTo("test:123\u00a3");
    }

    @Test
    void apiKeyIsSentInItsHeader() {
        assertThat(headers(McpSchemes.apiKey("X-Api-Key", () -> "k1"))).containsExactly(Map.entry("X-Api-Key", "k1"));
        assertThatIllegalArgumentException().isThrownBy(() -> McpSchemes.apiKey("X Key", () -> "k1"));
        assertThat(McpSchemes.headerOf(McpSchemes.apiKey("X-Api-Key", () -> "k1")))
                .isEqualTo("X-Api-Key");
        assertThat(McpSchemes.headerOf(request -> Mono.empty())).isNull();
    }

    // fault A20: no header smuggles a second one
    @ParameterizedTest
    @ValueSource(strings = {"s3cret\r\nX-Evil: 1", "s3cret\u0000", "s3cret\u00e4"})
    void valueWithCharactersIllegalInAHeaderIsRejected(String secret) {
        assertRefused(McpSchemes.bearer(() -> secret), "the header Authorization has a line break");
        assertRefused(McpSchemes.apiKey("X-Api-Key", () -> secret), "the header X-Api-Key has a line break");
        assertRefused(request -> Mono.just(Map.of("X-Api-Key", secret)), "no credentials could be obtained");
    }

    @Test
    void credentialsThatBasicCannotEncodeAreRejected() {
        assertRefused(McpSchemes.basic(() -> "al:ice", () -> "s3cret"), "contains a colon");
        assertRefused(McpSchemes.basic(() -> "alice", () -> "s3cret\n"), "contains a control character");
        assertRefused(McpSchemes.basic(() -> "", () -> "s3cret"), "a secret is missing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bearer s3cret", "bearer s3cret", " Bearer s3cret"})
    void tokenWithItsSchemeIsRejected(String token) {
        assertRefused(McpSchemes.bearer(() -> token), "the token begins with \"Bearer\", which the client adds itself");
    }

    // AUTH-53: what a supplier says of its failure may be secret
    @Test
    void failingSupplierFailsTheRequest(@TempDir Path directory) {
        assertRefused(
                McpSchemes.bearer(() -> {
                    throw new IllegalStateException("vault said s3cret");
                }),
                "no credentials could be obtained: IllegalStateException");
        assertRefused(McpSchemes.bearer(() -> " "), "a secret is missing or blank");
        assertRefused(
                McpSchemes.bearer(CredentialFile.of(directory.resolve("none"))), "cannot be read: NoSuchFileException");
    }

    @Test
    void toStringShowsNoValues() {
        McpCredentials credentials = McpSchemes.apiKey("X-Api-Key", () -> "s3cret");

        assertThat(credentials).hasToString("SchemeCredentials[header=X-Api-Key]");
        assertThat(authorization(credentials).authorize(CALL).block(SOON))
                .hasToString("HttpCredentials[headers=[X-Api-Key]]");
    }

    @Test
    void credentialsAreRequestedForThePrincipalOfTheCall() {
        List<McpCredentials.Request> asked = new ArrayList<>();
        McpCredentials credentials = request -> {
            asked.add(request);
            return Mono.just(Map.of());
        };

        HttpAuthorization authorization = authorization(credentials);
        authorization.authorize(CALL).block(SOON);
        authorization.reauthorize(CALL, HttpCredentials.NONE, refusal(401)).block(SOON);

        assertThat(asked)
                .containsExactly(
                        new McpCredentials.Request("weather", McpPrincipal.of("alice"), false),
                        new McpCredentials.Request("weather", McpPrincipal.of("alice"), true));
    }

    // AUTH-55: once, and only if it makes a difference
    @Test
    void reauthorizeReturnsCredentialsOnlyIfTheyHaveChanged() {
        AtomicReference<String> token = new AtomicReference<>("one");
        HttpAuthorization authorization = authorization(McpSchemes.bearer(token::get));
        HttpCredentials first = authorization.authorize(CALL).block(SOON);
        assertThat(first).isNotNull();

        assertThat(authorization.reauthorize(CALL, first, refusal(401)).blockOptional(SOON))
                .isEmpty();
        token.set("two");
        HttpCredentials second =
                authorization.reauthorize(CALL, first, refusal(401)).block(SOON);
        assertThat(second).isNotNull();
        assertThat(second.headers()).containsEntry("Authorization", "Bearer two");
        token.set("three");
        assertThat(authorization.reauthorize(CALL, second, refusal(401)).blockOptional(SOON))
                .isEmpty();
    }

    // AUTH-55: who is known and not allowed needs no newer token
    @Test
    void reauthorizeAfterForbiddenReturnsNothing() {
        AtomicReference<String> token = new AtomicReference<>("one");
        HttpAuthorization authorization = authorization(McpSchemes.bearer(token::get));
        HttpCredentials first = authorization.authorize(CALL).block(SOON);
        assertThat(first).isNotNull();
        token.set("two");

        assertThat(authorization.reauthorize(CALL, first, refusal(403)).blockOptional(SOON))
                .isEmpty();
    }

    @Test
    void reauthorizeRereadsAFileWithUnchangedTimeAndSize(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("token"), "one");
        var time = Files.getLastModifiedTime(file);
        HttpAuthorization authorization = authorization(McpSchemes.bearer(CredentialFile.of(file)));
        HttpCredentials first = authorization.authorize(CALL).block(SOON);
        assertThat(first).isNotNull();
        Files.writeString(file, "two");
        Files.setLastModifiedTime(file, time);

        HttpCredentials second =
                authorization.reauthorize(CALL, first, refusal(401)).block(SOON);

        assertThat(second).isNotNull();
        assertThat(second.headers()).containsEntry("Authorization", "Bearer two");
    }

    // blocking work is moved off non-blocking threads; other work stays on its thread
    @Test
    void blockingSuppliersRunOnAThreadThatMayBlock(@TempDir Path directory) throws IOException {
        AtomicReference<Thread> asking = new AtomicReference<>();
        McpCredentials blocking = McpSchemes.bearer(() -> {
            asking.set(Thread.currentThread());
            return "one";
        });
        CredentialFile file = CredentialFile.of(Files.writeString(directory.resolve("token"), "one"));
        file.get();
        AtomicReference<Thread> here = new AtomicReference<>();

        Mono.defer(() -> authorization(blocking).authorize(CALL))
                .subscribeOn(Schedulers.parallel())
                .block(SOON);
        String sameThread = Mono.defer(() -> {
                    here.set(Thread.currentThread());
                    return authorization(McpSchemes.bearer(file)).authorize(CALL);
                })
                .map(given -> Thread.currentThread().getName())
                .subscribeOn(Schedulers.parallel())
                .block(SOON);

        assertThat(asking.get().getName()).startsWith("boundedElastic");
        assertThat(sameThread).isEqualTo(here.get().getName());
    }
}
