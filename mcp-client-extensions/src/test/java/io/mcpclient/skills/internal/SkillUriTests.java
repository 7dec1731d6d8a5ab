package io.mcpclient.skills.internal;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class SkillUriTests {

    // SKL-11
    @ParameterizedTest
    @CsvSource({
        "SKILL://shop/a/SKILL.md, skill://shop/a/SKILL.md",
        "skill://shop/%61/SKILL%2dB, skill://shop/a/SKILL-B",
        "skill://shop/a%20b/%c3%bc, skill://shop/a%20b/%C3%BC",
        "skill://shop/ü/x, skill://shop/%C3%BC/x",
        "skill://shop/a b/x, skill://shop/a%20b/x",
        "skill://Shop/a/x, skill://Shop/a/x",
    })
    void urisAreNormalized(String uri, String normal) throws Exception {
        assertThat(SkillUri.of(uri)).hasToString(normal).isEqualTo(SkillUri.of(normal));
    }

    @Test
    void tooLongUriIsRefused() {
        assertThat(catchThrowableOfType(InvalidSkillException.class, () -> SkillUri.of("skill://" + "a".repeat(2048)))
                        .reason())
                .contains("2048");
    }

    // SKL-41
    @ParameterizedTest
    @CsvSource({
        "forms/letter.md, skill://shop/returns/forms/letter.md",
        "./forms/letter.md, skill://shop/returns/forms/letter.md",
        "forms/../letter.md, skill://shop/returns/letter.md",
        "letter.md#part, skill://shop/returns/letter.md",
        "my letter.md, skill://shop/returns/my%20letter.md",
        "SKILL.md, skill://shop/returns/SKILL.md",
    })
    void referencesResolveAgainstTheDirectoryOfTheSkillFile(String reference, String uri) throws Exception {
        assertThat(SkillUri.of("skill://shop/returns/SKILL.md").resolve(reference))
                .hasToString(uri);
    }

    // SKL-42
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "#part",
                ".",
                "..",
                "../other/SKILL.md",
                "forms/../../x",
                "/etc/passwd",
                "//evil.example/x",
                "file:///etc/passwd",
                "https://evil.example/x",
                "skill://shop/returns/forms/letter.md",
                "mailto:a",
                "%2e%2e/x",
                "a%2fb",
                "a\\b",
                "forms//letter.md",
                "forms/",
                "a?b"
            })
    void referenceThatLeavesTheDirectoryOrIsNoPathIsRefused(String reference) throws Exception {
        SkillUri skill = SkillUri.of("skill://shop/returns/SKILL.md");
        assertThat(catchThrowableOfType(InvalidSkillException.class, () -> skill.resolve(reference)))
                .isNotNull();
    }

    @Test
    void relativePathExistsOnlyInTheDirectory() throws Exception {
        SkillUri skill = SkillUri.of("skill://shop/returns/SKILL.md");
        assertThat(SkillUri.of("skill://shop/returns/a/b.md").relativeTo(skill)).isEqualTo("a/b.md");
        assertThat(SkillUri.of("skill://shop/returns2/a").relativeTo(skill)).isNull();
        assertThat(SkillUri.of("other://shop/returns/a").relativeTo(skill)).isNull();
        assertThat(skill.skillPath()).isEqualTo("shop/returns");
        assertThat(skill.name()).isEqualTo("returns");
    }
}
