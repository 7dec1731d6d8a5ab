package io.mcpclient.skills.internal;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

@Timeout(20)
class FrontmatterTests {

    private static Map<?, ?> of(String yaml) throws InvalidSkillException {
        return Frontmatter.of("---\n" + yaml + "\n---\ntext");
    }

    private static String refused(String text) {
        return catchThrowableOfType(InvalidSkillException.class, () -> Frontmatter.of(text))
                .reason();
    }

    // SKL-38: YAML 1.2, core schema
    @Test
    void valuesHaveTheTypesOfYaml12() throws Exception {
        Map<?, ?> read =
                of("a: yes\nb: 2026-01-31\nc: 1.50\nd: true\ne: ~\nf: [x, 2]\ng: {h: '3'}\ni: off\nj: 0o17\nk: 12:30");

        assertThat(JsonEquality.difference(
                        Map.of(
                                "a",
                                "yes",
                                "b",
                                "2026-01-31",
                                "c",
                                1.5,
                                "d",
                                true,
                                "f",
                                List.of("x", 2),
                                "g",
                                Map.of("h", "3"),
                                "i",
                                "off",
                                "j",
                                15,
                                "k",
                                "12:30"),
                        read))
                .isEqualTo("e");
        assertThat(read.get("e")).isNull();
    }

    // SKL-33, SKL-36: CR LF and a byte order mark are no part of the values
    @Test
    void blockMayHaveWindowsLineEndsAndAByteOrderMark() throws Exception {
        assertThat((Map<?, ?>) Frontmatter.of("\ufeff---\r\nname: a\r\n---\r\ntext"))
                .isEqualTo(Map.of("name", "a"));
        assertThat((Map<?, ?>) Frontmatter.of("---\nname: a\n---")).isEqualTo(Map.of("name", "a"));
    }

    // SKL-37
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "# Title",
                "---\nname: a\n",
                "name: a\n---\n",
                " ---\nname: a\n---\n",
                "---\n- a\n---\n",
                "---\ntext\n---\n",
                "---\n---\n",
                "---\nname: a\nname: a\n---\n",
                "---\nname: [a\n---\n",
                "---\n\tname: a\n---\n",
                "---\nname: a: b\n---\n"
            })
    void missingOrUnreadableBlockIsRefused(String text) {
        assertThat(refused(text)).contains("frontmatter");
    }

    // SKL-38, SKL-A12
    @ParameterizedTest
    @ValueSource(
            strings = {
                "a: !!binary aGk=",
                "a: !!java.net.URL [http://127.0.0.1]",
                "a: !!timestamp 2026-01-31",
                "a: !custom x",
                "a: !!set {x}",
                "? [a]\n: b"
            })
    void valuesOfOtherTypesAreRefused(String yaml) {
        assertThat(catchThrowableOfType(InvalidSkillException.class, () -> of(yaml)))
                .isNotNull();
    }

    // SKL-A12
    @Test
    void aliasBombIsRefused() {
        StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 12; i++) {
            bomb.append("a" + i + ": &a" + i + " [" + ("*a" + (i - 1) + ", ").repeat(9) + "x]\n");
        }
        assertThat(refused("---\n" + bomb + "---\n")).contains("aliases");
    }

    // SKL-A12
    @Test
    void deepNestingIsRefused() {
        assertThat(refused("---\na: " + "[".repeat(20_000) + "\n---\n")).isNotEmpty();
        assertThat(refused("---\na: " + "[".repeat(40) + "]".repeat(40) + "\n---\n"))
                .contains("deeper");
    }

    // SKL-A12
    @Test
    void hugeBlockIsRefused() {
        assertThat(refused("---\na: " + "x".repeat(Frontmatter.MAX_LENGTH) + "\n---\n"))
                .contains("65536");
        assertThat(refused("---\n" + "a\n".repeat(Frontmatter.MAX_LENGTH))).contains("65536");
    }

    // SKL-37
    @Test
    void comparisonHasTypesAndIgnoresOnlyTheOrderOfMembers() {
        assertThat(JsonEquality.areEqual(Map.of("a", 1, "b", 2), Map.of("b", 2L, "a", 1.0)))
                .isTrue();
        assertThat(JsonEquality.areEqual(List.of(1, 2), List.of(2, 1))).isFalse();
        assertThat(JsonEquality.areEqual("1", 1)).isFalse();
        assertThat(JsonEquality.areEqual("true", true)).isFalse();
        assertThat(JsonEquality.areEqual(null, "")).isFalse();
        assertThat(JsonEquality.areEqual(Double.NaN, Double.NaN)).isFalse();
        assertThat(JsonEquality.areEqual(new BigDecimal("1e999999"), new BigDecimal("1e999999")))
                .isFalse();
        assertThat(JsonEquality.difference(Map.of("a", 1), Map.of("a", 1, "b", 2)))
                .isEqualTo("b");
        assertThat(JsonEquality.difference(Map.of("a", 1, "b", 2), Map.of("a", 1)))
                .isEqualTo("b");
    }
}
