package io.mcpclient.internal.session;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import io.mcpclient.internal.session.SessionFormat.Verdict;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.schema.Implementation;
import io.mcpclient.schema.ServerCapabilities;
import io.mcpclient.schema.Tool;
import io.mcpclient.settings.McpSessionScope;
import io.mcpclient.settings.McpSessionSettings;
import io.mcpclient.store.InMemoryMcpSessionStore;
import io.mcpclient.store.McpStoredValue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/** What is written can be read, and nothing else. */
class SessionFormatTests {

    private static final JsonCodec CODEC = new JsonCodec(JsonLimits.DEFAULT);

    private static final SessionFormat FORMAT = new SessionFormat(CODEC, "b1");

    private static final RememberedServer SERVER = new RememberedServer(
            7,
            RememberedServer.LEGACY,
            "HTTP 400 to server/discover",
            Instant.ofEpochMilli(1_000),
            "2025-11-25",
            "session-1",
            Instant.ofEpochMilli(2_000),
            Implementation.of("weather\u00e9\u2028", "1"),
            CODEC.fromJson("{\"tools\":{\"listChanged\":true}}", ServerCapabilities.class),
            "be\nnice \ud83c\udf27");

    @Test
    void serverSurvivesARoundTrip() {
        String text = FORMAT.write(SERVER);

        assertThat(text).matches("[ -~]+").startsWith("{\"format\":1,\"binding\":\"b1\",\"generation\":7,");
        assertThat(FORMAT.read(text, 7).verdict()).isEqualTo(Verdict.GOOD);
        assertThat(FORMAT.read(text, 7).server()).isEqualTo(SERVER);
        assertThat(FORMAT.read(text, 7).tools()).isNull();
    }

    @Test
    void serverWithoutSessionSurvivesARoundTrip() {
        RememberedServer bare = new RememberedServer(
                8,
                RememberedServer.LEGACY,
                "",
                null,
                "2024-11-05",
                null,
                Instant.ofEpochMilli(5),
                null,
                ServerCapabilities.none(),
                null);

        assertThat(FORMAT.read(FORMAT.write(bare), 8).server()).isEqualTo(bare);
    }

    @Test
    void toolsSurviveARoundTrip() {
        List<Tool> tools = List.of(CODEC.fromJson(
                "{\"name\":\"w\u00e4sche\",\"inputSchema\":{\"type\":\"object\"},\"x-new\":[1,null]}", Tool.class));

        SessionFormat.Reading reading = FORMAT.read(FORMAT.write(9, tools), 9);
        assertThat(reading.tools()).isEqualTo(tools);
        assertThat(reading.server()).isNull();
    }

    // bounded: instructions may be as long as a server likes
    @Test
    void longInstructionsAreTruncated() {
        RememberedServer chatty = new RememberedServer(
                7,
                "legacy",
                "",
                null,
                "2025-11-25",
                "s",
                Instant.EPOCH,
                null,
                ServerCapabilities.none(),
                "x".repeat(99_999));

        assertThat(FORMAT.read(FORMAT.write(chatty), 7).server().instructions()).hasSize(16 * 1024);
    }

    private static String written(String sessionId) {
        return FORMAT.write(SERVER).replace("\"session-1\"", sessionId);
    }

    static Stream<Arguments> malformedValueIsReportedAsBroken() {
        String good = FORMAT.write(SERVER);
        return Stream.of(
                // J07
                arguments("empty", ""),
                arguments("truncated", good.substring(0, good.length() / 2)),
                arguments("truncated and closed", good.substring(0, good.length() / 2) + "}"),
                arguments("10 MB", "{\"format\":1,\"x\":\"" + "x".repeat(10_000_000) + "\"}"),
                arguments("deep", "{\"format\":1,\"x\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}"),
                arguments("a number of 100,000 digits", "{\"format\":1,\"binding\":" + "9".repeat(100_000) + "}"),
                arguments("no JSON", "hello {}"),
                arguments("Java-serialised", "\u00ac\u00ed\u0000\u0005sr\u0000\u0011java.util.HashMap"),
                arguments("an array", "[" + good + "]"),
                arguments("null", "null"),
                arguments("no format", "{\"binding\":\"b1\"}"),
                arguments("format of another type", good.replace("\"format\":1", "\"format\":\"1\"")),
                arguments("nothing inside", "{\"format\":1,\"binding\":\"b1\",\"generation\":7}"),
                arguments("server of another type", "{\"format\":1,\"binding\":\"b1\",\"generation\":7,\"server\":[]}"),
                arguments("tool without name", "{\"format\":1,\"binding\":\"b1\",\"generation\":7,\"tools\":[{}]}"),
                // J04
                arguments("another binding", good.replace("\"b1\"", "\"b2\"")),
                arguments("no binding", good.replace("\"binding\":\"b1\",", "")),
                arguments("another generation than the version", good.replace("\"generation\":7", "\"generation\":8")),
                arguments("another era", good.replace("\"legacy\"", "\"modern\"")),
                arguments("no revision", good.replace("\"revision\"", "\"division\"")),
                arguments("a time that is none", good.replace("\"begun\":2000", "\"begun\":\"x\"")),
                // J07: what the id of a session may not be
                arguments("CR and LF in the id", written("\"a\\r\\nX-Injected: 1\"")),
                arguments("a space in the id", written("\"a b\"")),
                arguments("a letter beyond ASCII in the id", written("\"\\u00e9\"")),
                arguments("NUL in the id", written("\"a\\u0000\"")),
                arguments("DEL in the id", written("\"a\\u007f\"")),
                arguments("an empty id", written("\"\"")),
                arguments("a long id", written("\"" + "x".repeat(5_000) + "\"")),
                arguments("an id of another type", written("{\"a\":1}")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void malformedValueIsReportedAsBroken(String what, String text) {
        assertThat(FORMAT.read(text, 7)).isSameAs(SessionFormat.Reading.BROKEN);
    }

    // J11: of a newer version, or an older one; whatever else it may say
    @ParameterizedTest
    @MethodSource
    void valueOfAnotherFormatVersionIsReportedAsForeign(String text) {
        assertThat(FORMAT.read(text, 7)).isSameAs(SessionFormat.Reading.FOREIGN);
    }

    static Stream<String> valueOfAnotherFormatVersionIsReportedAsForeign() {
        return Stream.of(
                FORMAT.write(SERVER).replace("\"format\":1", "\"format\":2"),
                "{\"format\":0}",
                "{\"format\":3,\"binding\":{},\"server\":[[1]]}");
    }

    // J11: members that a later writer of the same format adds
    @Test
    void unknownMembersAreIgnored() {
        String text = FORMAT.write(SERVER)
                .replace("\"format\":1", "\"format\":1,\"later\":{\"a\":[]}")
                .replace("\"era\":", "\"more\":null,\"era\":");

        assertThat(FORMAT.read(text, 7).server()).isEqualTo(SERVER);
    }

    private static SessionKey key(McpSessionSettings settings, ServerIdentity identity) {
        return SessionKey.of(settings, identity);
    }

    // J04: each part of the configuration changes the key
    @Test
    void keyDependsOnEveryPartOfTheConfiguration() {
        McpSessionSettings settings =
                McpSessionSettings.of(new InMemoryMcpSessionStore()).withInstanceId("i1");
        String url = "https://example.com/mcp?tenant=1";
        Map<String, String> token = Map.of("Authorization", "Bearer secret-token");
        Map<String, String> none = Map.of();
        List<SessionKey> keys = List.of(
                key(settings, ServerIdentity.ofUrl("weather", "AUTO", url, none, "AUTO")),
                key(settings, ServerIdentity.ofUrl("other", "AUTO", url, none, "AUTO")),
                key(settings, ServerIdentity.ofUrl("weather", "SSE", url, none, "AUTO")),
                key(settings, ServerIdentity.ofUrl("weather", "AUTO", url + "2", none, "AUTO")),
                key(settings, ServerIdentity.ofUrl("weather", "AUTO", url, token, "AUTO")),
                key(settings, ServerIdentity.ofUrl("weather", "AUTO", url, none, "2025-11-25")),
                key(settings, new ServerIdentity("weather", "x", "alice", "AUTO")),
                key(settings, new ServerIdentity("weather", "x", "bob", "AUTO")),
                key(settings, ServerIdentity.ofCommand("weather", "npx", List.of("a", "b"), "AUTO")),
                key(settings, ServerIdentity.ofCommand("weather", "npx", List.of("a b"), "AUTO")),
                key(settings, ServerIdentity.ofCommand("weather", "npx", List.of("ab"), "AUTO")),
                key(settings.withInstanceId("i2"), ServerIdentity.ofUrl("weather", "AUTO", url, none, "AUTO")),
                key(
                        settings.withScope(McpSessionScope.SHARED),
                        ServerIdentity.ofUrl("weather", "AUTO", url, none, "AUTO")));

        assertThat(keys).extracting(SessionKey::name).doesNotHaveDuplicates();
        assertThat(keys).extracting(SessionKey::binding).doesNotHaveDuplicates();
        assertThat(keys).allSatisfy(key -> assertThat(key.toString()).doesNotContain("secret", "tenant", "Bearer"));
        assertThat(key(settings, ServerIdentity.ofUrl("weather", "AUTO", url, none, "AUTO")))
                .isEqualTo(keys.get(0));
    }

    // J05: the same for all instances
    @Test
    void keyOfASharedSessionDoesNotDependOnTheInstance() {
        McpSessionSettings settings = McpSessionSettings.of(new InMemoryMcpSessionStore())
                .withScope(McpSessionScope.SHARED)
                .withInstanceId("i1");
        ServerIdentity identity = new ServerIdentity("weather", "x", "alice", "AUTO");

        assertThat(key(settings, identity)).isEqualTo(key(settings.withInstanceId("i2"), identity));
    }

    @Test
    void keyIsShortAndPrintableWhateverTheNameOfTheServer() {
        ServerIdentity identity = new ServerIdentity("w\u00e9tter\n" + "x".repeat(500), "x", "a", "AUTO");

        assertThat(key(McpSessionSettings.of(new InMemoryMcpSessionStore()), identity)
                                .name() + ":lease")
                .matches("mcp:1:w_tter_x+:[0-9a-f]{64}:lease")
                .hasSizeLessThan(200);
    }

    @Test
    void toStringOmitsTheSession() {
        assertThat(SERVER.toString()).doesNotContain("session-1");
        assertThat(new McpStoredValue(7, FORMAT.write(SERVER)).toString()).doesNotContain("session-1");
        assertThat(McpSessionSettings.of(new InMemoryMcpSessionStore()).toString())
                .contains("INSTANCE");
        assertThat(new ServerIdentity("weather", "secret", "secret", "x").toString())
                .doesNotContain("secret");
    }

    // J07, J12: there must be numbers left to grow to
    @Test
    void maximumGenerationIsRejectedAsBroken() {
        String last = FORMAT.write(SERVER).replace("\"generation\":7", "\"generation\":" + Long.MAX_VALUE);

        assertThat(FORMAT.read(last, Long.MAX_VALUE)).isSameAs(SessionFormat.Reading.BROKEN);
    }
}
