package io.mcpclient;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.Collectors;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.HttpRequestSigner;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.handler.McpChangeListener;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Requests that are signed as a whole, in the way of AWS Signature Version 4, at a server that verifies them. */
class McpClientSignedRequestTests {

    private static final String SECRET = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";

    private static final String TOKEN = "session-token-1";

    private static final String REGION = "/eu-west-1/execute-api/aws4_request";

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

    private final List<String> problems = new CopyOnWriteArrayList<>();

    private static byte[] hmac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException ex) {
            throw new IllegalStateException(ex);
        }
    }

    private static String sha256(byte[] data) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(data));
        } catch (GeneralSecurityException ex) {
            throw new IllegalStateException(ex);
        }
    }

    /** The signature of a request: the same computation at both ends, from what each of them sees. */
    private static String signature(
            String method, URI url, List<String> names, Function<String, @Nullable String> header, byte[] body) {
        String time = String.valueOf(header.apply("x-amz-date"));
        String day = time.substring(0, 8);
        String headers = names.stream()
                .map(name -> name + ":" + String.valueOf(header.apply(name)).strip() + "\n")
                .collect(Collectors.joining());
        String query = (url.getRawQuery() != null) ? url.getRawQuery() : "";
        String canonical =
                String.join("\n", method, url.getRawPath(), query, headers, String.join(";", names), sha256(body));
        String text = String.join(
                "\n", "AWS4-HMAC-SHA256", time, day + REGION, sha256(canonical.getBytes(StandardCharsets.UTF_8)));
        byte[] key = hmac(("AWS4" + SECRET).getBytes(StandardCharsets.UTF_8), day);
        for (String part : List.of("eu-west-1", "execute-api", "aws4_request")) {
            key = hmac(key, part);
        }
        return HexFormat.of().formatHex(hmac(key, text));
    }

    private static Mono<Map<String, String>> sign(HttpRequestSigner.SignedRequest request) {
        byte[] body = (request.body() != null) ? request.body() : new byte[0];
        Map<String, String> added = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        added.put("x-amz-date", TIME.format(Instant.now()));
        added.put("x-amz-security-token", TOKEN);
        added.put("x-amz-content-sha256", sha256(body));
        Map<String, String> all = new TreeMap<>();
        request.headers().forEach((name, value) -> all.put(name.toLowerCase(Locale.ROOT), value));
        all.putAll(added);
        all.put("host", request.url().getRawAuthority());
        List<String> names = List.copyOf(all.keySet());
        added.put(
                "Authorization",
                "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/"
                        + added.get("x-amz-date").substring(0, 8) + REGION
                        + ", SignedHeaders=" + String.join(";", names) + ", Signature="
                        + signature(request.method(), request.url(), names, all::get, body));
        return Mono.just(added);
    }

    /** What is wrong with a request, or {@code null}. */
    private static @Nullable String problem(RecordedRequest request) {
        String authorization = request.header("Authorization");
        if (authorization == null || !TOKEN.equals(request.header("x-amz-security-token"))) {
            return "unsigned";
        }
        byte[] body = request.body().getBytes(StandardCharsets.UTF_8);
        if (!sha256(body).equals(request.header("x-amz-content-sha256"))) {
            return "another body";
        }
        List<String> names = List.of(authorization
                .replaceFirst(".*SignedHeaders=", "")
                .replaceFirst(",.*", "")
                .split(";"));
        if (!names.contains("host")
                || (request.header("MCP-Protocol-Version") != null && !names.contains("mcp-protocol-version"))) {
            return "not all headers are signed: " + names;
        }
        String expected = signature(
                request.method(),
                URI.create("http://" + request.header("Host") + request.path()),
                names,
                request::header,
                body);
        return authorization.endsWith("Signature=" + expected) ? null : "another signature";
    }

    private ScriptedHttpServer verifying(ScriptedHttpServer server) {
        server.onAny()
                .where(request -> {
                    String problem = problem(request);
                    if (problem != null) {
                        this.problems.add(request.method() + " " + request.path() + ": " + problem);
                    }
                    return problem != null;
                })
                .optionally()
                .reply(request -> Reply.status(403));
        return server;
    }

    @ParameterizedTest
    @EnumSource(names = {"MODERN", "LEGACY"})
    void allRequestsAreSigned(McpProtocol protocol) {
        ScriptedHttpServer plain =
                (protocol == McpProtocol.MODERN) ? ScriptedHttpServer.modern() : ScriptedHttpServer.legacy();
        try (ScriptedHttpServer server = verifying(plain)) {
            if (protocol == McpProtocol.LEGACY) {
                server.on("initialize")
                        .reply(Reply.result("{\"protocolVersion\":\"2025-11-25\",\"capabilities\":"
                                        + "{\"tools\":{\"listChanged\":true}},\"serverInfo\":{\"name\":\"s\","
                                        + "\"version\":\"1\"}}")
                                .withHeader(ScriptedLegacyServer.SESSION_HEADER, "s1"));
                server.on("GET").reply(Reply.sse(": open").thenHang());
            }
            try (McpClient client = McpClient.builder("gateway")
                    .url(server.url() + "?stage=a%20b")
                    .protocol(settings -> settings.withEra(protocol))
                    .credentials((HttpRequestSigner) McpClientSignedRequestTests::sign)
                    .http(http -> http.withHeaders(Map.of("X-Tenant", "acme")))
                    .changeListener(new McpChangeListener() {})
                    .build()) {
                client.callTool("echo", Map.of("text", "äöü"));
                client.listTools();
                if (protocol == McpProtocol.LEGACY) {
                    server.awaitRequests("GET", 1, Duration.ofSeconds(20));
                }
            }
            assertThat(this.problems).isEmpty();
            assertThat(server.requests()).hasSizeGreaterThan(2);
            if (protocol == McpProtocol.LEGACY) {
                assertThat(server.requests())
                        .extracting(RecordedRequest::method)
                        .contains("DELETE");
            }
        }
    }

    @Test
    void failingSignerFailsTheCallUnsent() {
        try (ScriptedHttpServer server = ScriptedHttpServer.modern();
                McpClient client = McpClient.builder("gateway")
                        .url(server.url())
                        .credentials((HttpRequestSigner) request -> Mono.error(new IllegalStateException("s3cret")))
                        .build()) {
            McpAuthorizationException error =
                    catchThrowableOfType(McpAuthorizationException.class, () -> client.callTool("echo", Map.of()));

            assertThat(error.outcome()).isEqualTo(McpOutcome.NOT_SENT);
            assertThat(error).hasMessageContaining("gateway").hasMessageNotContaining("s3cret");
            assertThat(server.requests()).isEmpty();
        }
    }
}
