package io.mcpclient.error;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/** What servers ask for, in every way in which they write it: AUTH-05, fault H21. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class McpChallengeTests {

    private static McpChallenge challenge(String scheme, String... parameters) {
        Map<String, String> map = new HashMap<>();
        for (int i = 0; i < parameters.length; i += 2) {
            map.put(parameters[i], parameters[i + 1]);
        }
        return new McpChallenge(scheme, map);
    }

    static Stream<Arguments> lines() {
        return Stream.of(
                // as the standard has it
                arguments("Bearer", List.of(challenge("bearer"))),
                arguments("Bearer realm=\"x\"", List.of(challenge("bearer", "realm", "x"))),
                arguments("BEARER ReAlM=x", List.of(challenge("bearer", "realm", "x"))),
                arguments(
                        "Bearer error=\"insufficient_scope\", scope=\"a b\"",
                        List.of(challenge("bearer", "error", "insufficient_scope", "scope", "a b"))),
                arguments(
                        "Bearer scope=\"a b\" , error=insufficient_scope",
                        List.of(challenge("bearer", "error", "insufficient_scope", "scope", "a b"))),
                arguments(
                        "Bearer realm = \"x\" ,\terror = y", List.of(challenge("bearer", "realm", "x", "error", "y"))),
                arguments(
                        "Bearer realm=\"a, Basic b=\\\"c\\\\\", error=d",
                        List.of(challenge("bearer", "realm", "a, Basic b=\"c\\", "error", "d"))),
                // several
                arguments(
                        "Basic realm=\"x\", Bearer scope=\"a\"",
                        List.of(challenge("basic", "realm", "x"), challenge("bearer", "scope", "a"))),
                arguments(
                        "Newauth realm=\"apps\", type=1, title=\"Login to \\\"apps\\\"\", Basic realm=\"simple\"",
                        List.of(
                                challenge("newauth", "realm", "apps", "type", "1", "title", "Login to \"apps\""),
                                challenge("basic", "realm", "simple"))),
                arguments("Bearer, Basic", List.of(challenge("bearer"), challenge("basic"))),
                arguments(
                        ",, Bearer ,, Basic realm=x,", List.of(challenge("bearer"), challenge("basic", "realm", "x"))),
                arguments(
                        "DPoP algs=\"ES256 RS256\", Bearer",
                        List.of(challenge("dpop", "algs", "ES256 RS256"), challenge("bearer"))),
                // one value without a name
                arguments("Negotiate YII+/a=", List.of(challenge("negotiate"))),
                arguments(
                        "Negotiate YII==, Bearer a=b", List.of(challenge("negotiate"), challenge("bearer", "a", "b"))),
                arguments("NTLM TlRMTVNT, Basic realm=x", List.of(challenge("ntlm"), challenge("basic", "realm", "x"))),
                // the first of a name counts, and what is not known is kept
                arguments("Bearer scope=a, Scope=b", List.of(challenge("bearer", "scope", "a"))),
                arguments("Bearer x-new=\"1\"", List.of(challenge("bearer", "x-new", "1"))),
                arguments("Bearer error=\"\"", List.of(challenge("bearer"))),
                arguments("Bearer a=b, error=\"\"", List.of(challenge("bearer", "a", "b", "error", ""))),
                // formats of servers
                arguments("Bearer realm=\"x\" error=\"y\"", List.of(challenge("bearer", "realm", "x", "error", "y"))),
                arguments(
                        "Bearer resource_metadata=https://a.example/.well-known/oauth-protected-resource/mcp?b=c",
                        List.of(challenge(
                                "bearer",
                                "resource_metadata",
                                "https://a.example/.well-known/oauth-protected-resource/mcp?b=c"))),
                // where it cannot go on
                arguments("", List.of()),
                arguments(" , ", List.of()),
                arguments("realm=\"x\"", List.of()),
                arguments("\"Bearer\"", List.of()),
                arguments("=", List.of()),
                arguments("Bea(rer realm=x", List.of()),
                arguments("Bearer realm=\"x\", scope=\"a b", List.of(challenge("bearer", "realm", "x"))),
                arguments("Bearer scope=\"a b\\", List.of(challenge("bearer"))),
                arguments(
                        "Bearer error=e, error_description=\"The \"token\" expired\", scope=s",
                        List.of(challenge("bearer", "error", "e", "error_description", "The "))),
                arguments("Basic realm=x, \"", List.of(challenge("basic", "realm", "x"))));
    }

    @ParameterizedTest
    @MethodSource("lines")
    void parseReadsAHeaderLine(String line, List<McpChallenge> expected) {
        assertThat(McpChallenge.parse(List.of(line))).isEqualTo(expected);
    }

    @Test
    void parseReadsAllLinesEvenIfOneIsMalformed() {
        assertThat(McpChallenge.parse(List.of("Basic realm=\"x", "Bearer scope=a", "DPoP")))
                .extracting(McpChallenge::scheme)
                .containsExactly("basic", "bearer", "dpop");
        assertThat(McpChallenge.parse(List.of())).isEmpty();
    }

    @Test
    void parseIgnoresHeadersBeyondTheSizeLimit() {
        String fits = "Bearer realm=\"" + "x".repeat(8 * 1024 - 15) + "\"";

        assertThat(fits).hasSize(8 * 1024);
        assertThat(McpChallenge.parse(List.of(fits))).hasSize(1);
        assertThat(McpChallenge.parse(List.of(fits + " "))).isEmpty();
        assertThat(McpChallenge.parse(List.of(fits, "Basic"))).isEmpty();
        assertThat(McpChallenge.parse(List.of("Bearer realm=\"" + "x".repeat(100_000) + "\"")))
                .isEmpty();
    }

    /** Nothing in it takes more than one look at each character, whatever is repeated. */
    @ParameterizedTest
    @ValueSource(strings = {"\"", "\\", "=", ",", " ", "a=\"", "a= ", "a ", "a=b,", "Bearer ", "a=\"\\", "\t=", ",=\""})
    void parseTakesLinearTime(String piece) {
        String line = "Bearer " + piece.repeat((8 * 1024 - 7) / piece.length());
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long start = threads.getCurrentThreadCpuTime();

        for (int i = 0; i < 20; i++) {
            McpChallenge.parse(List.of(line));
        }

        assertThat(Duration.ofNanos(threads.getCurrentThreadCpuTime() - start)).isLessThan(Duration.ofSeconds(5));
    }

    /** Whatever comes, it is read without an exception, and to nothing that was not there. */
    @ParameterizedTest
    @ValueSource(longs = {1, 20260728, 4711})
    void parseOfRandomInputNeverThrows(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            List<String> lines = new ArrayList<>();
            for (int n = random.nextInt(3); n >= 0; n--) {
                lines.add(anything(random));
            }
            assertThatCode(() -> assertThat(McpChallenge.parse(lines)).allSatisfy(found -> {
                        assertThat(found.scheme())
                                .isNotEmpty()
                                .isEqualTo(found.scheme().toLowerCase(Locale.ROOT));
                        assertThat(found.scopes()).doesNotContain("").doesNotHaveDuplicates();
                        assertThat(found.parameters().keySet())
                                .allMatch(name -> !name.isEmpty()
                                        && String.join("\n", lines)
                                                .toLowerCase(Locale.ROOT)
                                                .contains(name));
                    }))
                    .as("%s", lines)
                    .doesNotThrowAnyException();
        }
    }

    private static final String[] PIECES = {
        "Bearer",
        "Basic",
        "DPoP",
        "scope",
        "error",
        "resource_metadata",
        "realm",
        "=",
        "\"",
        ",",
        " ",
        "\t",
        "\\",
        "a b",
        "https://a.example/x?y=z",
        "==",
        "\u0000",
        "\n",
        "\u00e4",
        "\ud83d",
        "/",
        "(",
        "x".repeat(50)
    };

    private static String anything(Random random) {
        StringBuilder line = new StringBuilder();
        for (int n = random.nextInt(20); n > 0; n--) {
            line.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return line.toString();
    }

    /** What is written by the rules comes back as it was, in any order and with any gaps. */
    @ParameterizedTest
    @ValueSource(longs = {7, 42, 1999})
    void parseOfAValidHeaderReturnsItsChallenges(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            List<McpChallenge> challenges = new ArrayList<>();
            StringBuilder line = new StringBuilder();
            for (int n = random.nextInt(4); n >= 0; n--) {
                Map<String, String> parameters = new LinkedHashMap<>();
                for (int p = random.nextInt(4); p >= 0; p--) {
                    parameters.put("p" + random.nextInt(9), text(random));
                }
                challenges.add(new McpChallenge("s" + n, parameters));
                line.append(line.isEmpty() ? "" : ", ").append("S").append(n).append(' ');
                line.append(written(parameters, random));
            }

            assertThat(McpChallenge.parse(List.of(line.toString())))
                    .as("%s", line)
                    .isEqualTo(challenges);
        }
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder("v");
        for (int n = random.nextInt(8); n > 0; n--) {
            text.append("ab \",=\\/:".charAt(random.nextInt(9)));
        }
        return text.toString();
    }

    private static String written(Map<String, String> parameters, Random random) {
        List<String> written = new ArrayList<>();
        parameters.forEach((name, value) -> written.add(name
                + (random.nextBoolean() ? "=" : " = ")
                + '"'
                + value.replace("\\", "\\\\").replace("\"", "\\\"")
                + '"'));
        return String.join(random.nextBoolean() ? "," : " , ", written);
    }

    // AUTH-46: the scopes as the server names them
    @Test
    void scopesKeepTheirOrderWithoutDuplicates() {
        assertThat(challenge("bearer", "scope", " b  a b ").scopes()).containsExactly("b", "a");
        assertThat(challenge("bearer", "scope", " ").scopes()).isEmpty();
        assertThat(challenge("bearer").scopes()).isEmpty();
    }
}
