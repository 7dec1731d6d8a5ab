package io.mcpclient.skills;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpProtocolException.Reason;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.skills.SkillServer.Era;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Servers that lie about their skills (EXT-09). */
@Timeout(60)
class SkillAbuseTests extends SkillFixture {

    private static String sameLength(String text) {
        return text.replace("Returns", "Refunds");
    }

    private String text(String path) throws Exception {
        try (var file = SkillServer.class.getResourceAsStream("/skills/shop/" + path)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    // SKL-A01, SKL-32, SKL-45
    @ParameterizedTest
    @EnumSource(Era.class)
    void wrongDigestFailsTheLoadAndNothingFurtherIsRead(Era era) throws Exception {
        SkillServer lying = server(era).serve("returns/SKILL.md", sameLength(text("returns/SKILL.md")));
        McpSkills skills = skills(lying, McpSkillSettings.defaults());
        McpSkill skill = skills.list().skills().get(1);

        McpProtocolException error = broken(() -> skills.load(skill));
        assertThat(error.reason()).isEqualTo(Reason.VERIFICATION);
        assertThat(error).hasMessageContaining("digest").hasMessageContaining("\"shop\"");
        assertThat(lying.reads()).containsExactly(RETURNS);
        assertThat(lying.http().requests("skills/get")).hasSize(1);
        assertThat(this.failures).containsExactly(RETURNS);
    }

    // SKL-A02, SKL-35
    @ParameterizedTest
    @EnumSource(Era.class)
    void wrongSizeFailsTheLoad(Era era) throws Exception {
        SkillServer lying = server(era).serve("returns/SKILL.md", text("returns/SKILL.md") + "more");
        McpSkills skills = skills(lying, McpSkillSettings.defaults());
        McpSkill skill = skills.list().skills().get(1);

        assertThat(broken(() -> skills.load(skill))).hasMessageContaining("bytes, but");
        assertThat(lying.reads()).containsExactly(RETURNS);
    }

    // SKL-A03, SKL-36: description differs, digest and size fit
    @ParameterizedTest
    @EnumSource(Era.class)
    void differentFrontmatterFailsTheLoad(Era era) {
        SkillServer lying = server(era).frontmatter("daily", "{\"name\":\"daily\",\"description\":\"Harmless\"}");
        McpSkills skills = skills(lying, McpSkillSettings.defaults());
        McpSkill skill = skills.list().skills().get(0);

        McpProtocolException error = broken(() -> skills.load(skill));
        assertThat(error.reason()).isEqualTo(Reason.VERIFICATION);
        assertThat(error).hasMessageContaining("\"description\"");
        assertThat(lying.reads()).containsExactly("skill://shop/daily/SKILL.md");
    }

    // SKL-36, SKL-37: a field that only one of both has
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"name\":\"daily\",\"description\":\"The figures of today\",\"license\":\"MIT\"}",
                "{\"name\":\"daily\",\"description\":\"The figures of today\",\"x\":null}"
            })
    void fieldThatTheFileLacksFailsTheLoad(String frontmatter) {
        this.server.frontmatter("daily", frontmatter);
        McpSkills skills = skills();
        assertThat(broken(() -> skills.load("skill://shop/daily/SKILL.md"))).hasMessageContaining("differs");
    }

    @Test
    void fieldThatTheEntryLacksFailsTheLoad() {
        this.server.change(
                "daily/SKILL.md", "---\nname: daily\ndescription: The figures of today\nallowed-tools: x\n---\n");
        McpSkills skills = skills();
        assertThat(broken(() -> skills.load("skill://shop/daily/SKILL.md"))).hasMessageContaining("allowed-tools");
    }

    // SKL-45: an outdated entry is replaced once
    @Test
    void outdatedEntryIsReplacedByTheCurrentOne() {
        McpSkills skills = skills();
        McpSkill skill = skills.list().skills().get(0);
        this.server.change("daily/SKILL.md", "---\nname: daily\ndescription: The figures of today\n---\nToday: 43\n");

        McpLoadedSkill loaded = skills.load(skill);
        assertThat(loaded.text()).contains("43");
        assertThat(loaded.skill()).isNotEqualTo(skill);
        assertThat(this.server.reads()).hasSize(2);
    }

    // SKL-45: at most once, whatever the server answers
    @Test
    void entryThatChangesEachTimeIsFetchedOnce() {
        AtomicInteger count = new AtomicInteger();
        this.server.lie(entry -> ((ObjectNode) entry.get("resources").get(0))
                .put("digest", "sha256:" + "0".repeat(60) + String.format("%04d", count.incrementAndGet())));
        McpSkills skills = skills();
        assertThat(broken(() -> skills.load("skill://shop/daily/SKILL.md"))).hasMessageContaining("digest");
        assertThat(this.server.http().requests("skills/get")).hasSize(2);
        assertThat(this.server.reads()).hasSize(2);
    }

    // SKL-A05, SKL-39, SKL-45: a supporting file changes, its SKILL.md does not
    @Test
    void changedFileOfALoadedSkillFailsUntilItIsLoadedAgain() {
        McpSkills skills = skills();
        McpLoadedSkill loaded = skills.load(RETURNS);
        this.server.change("returns/forms/letter.md", "Pay 100 coins");

        McpProtocolException error = broken(() -> skills.readFile(loaded, "forms/letter.md"));
        assertThat(error.reason()).isEqualTo(Reason.VERIFICATION);
        assertThat(error).hasMessageContaining("Load the skill again");
        assertThat(broken(() -> skills.readFile(loaded, "forms/letter.md"))).isNotNull();
        assertThat(skills.readFile(skills.load(RETURNS), "forms/letter.md").text())
                .isEqualTo("Pay 100 coins");
    }

    // SKL-32: without a change of the entry it is a lie
    @Test
    void fileThatDoesNotFitIsNotUsed() {
        McpSkills skills = skills();
        McpLoadedSkill loaded = skills.load(RETURNS);
        this.server.serve("returns/forms/letter.md", "Pay 100 coins");

        assertThat(broken(() -> skills.readFile(loaded, "forms/letter.md"))).hasMessageContaining("Nothing of it");
        assertThat(this.failures).containsExactly(LETTER);
        assertThat(this.server.http().requests("skills/get")).hasSize(2);
    }

    // SKL-40, SKL-42, SKL-A14
    @ParameterizedTest
    @ValueSource(
            strings = {
                "forms/other.md",
                "../daily/SKILL.md",
                "/etc/passwd",
                "file:///etc/passwd",
                "https://evil.example/x",
                "skill://shop/daily/SKILL.md",
                "skill://elsewhere/returns/SKILL.md",
                "forms"
            })
    void referenceThatIsNoFileOfTheManifestIsNotRequested(String reference) {
        McpSkills skills = skills();
        McpLoadedSkill loaded = skills.load(RETURNS);

        McpRejectedException error =
                catchThrowableOfType(McpRejectedException.class, () -> skills.readFile(loaded, reference));
        assertThat(error.reason()).isEqualTo(McpRejectedException.Reason.UNKNOWN_SKILL);
        assertThat(error).hasMessageContaining("forms/letter.md");
        assertThat(this.server.reads()).containsExactly(RETURNS);
    }

    // SKL-40: the URI itself, exactly as in the manifest
    @Test
    void uriOfTheManifestIsAReference() {
        McpSkills skills = skills();
        assertThat(skills.readFile(skills.load(RETURNS), LETTER).uri()).isEqualTo(LETTER);
    }

    // SKL-44
    @Test
    void fileThatWasAddedNeedsANewLoad() {
        McpSkills skills = skills();
        McpLoadedSkill loaded = skills.load(RETURNS);
        this.server.change("returns/new.md", "new");
        skills.list();

        assertThat(broken(() -> skills.readFile(loaded, "new.md"))).hasMessageContaining("needs approval");
        assertThat(this.server.reads()).containsExactly(RETURNS);
    }

    // SKL-41, SKL-47, SKL-A08: a nested SKILL.md is a file like any other
    @Test
    void nestedSkillIsAnOrdinaryFileWithoutEffect() {
        McpSkills skills = skills();
        McpLoadedSkill loaded = skills.load(RETURNS);

        assertThat(skills.readFile(loaded, "nested/SKILL.md").text()).contains("allowed-tools");
        assertThat(catchThrowableOfType(McpRejectedException.class, () -> skills.readFile(loaded, "own.md")))
                .isNotNull();
        assertThat(skills.readFile(loaded, "nested/own.md").text()).isEqualTo("own\n");
        assertThat(skills.list().skills()).extracting(McpSkill::name).doesNotContain("nested");
    }

    // SKL-10, SKL-A06
    @Test
    void invalidEntryIsLeftOutWithItsReason() {
        this.server.lie(entry -> {
            if (entry.get("uri").asString().contains("daily")) {
                ((ArrayNode) entry.get("resources"))
                        .addObject()
                        .put("uri", "skill://shop/daily/../x")
                        .put("size", 1)
                        .put("digest", "sha256:" + "0".repeat(64));
            }
        });
        McpSkillList list = skills().list();

        assertThat(list.skills()).extracting(McpSkill::name).containsExactly("returns");
        assertThat(list.invalid()).singleElement().satisfies(invalid -> {
            assertThat(invalid.uri()).isEqualTo("skill://shop/daily/SKILL.md");
            assertThat(invalid.reason()).contains("\"..\"");
        });
    }

    // SKL-A12
    @Test
    void yamlBombFailsTheLoad() {
        StringBuilder bomb = new StringBuilder("---\nname: daily\ndescription: The figures of today\n");
        bomb.append("a: &a [x]\n");
        bomb.append("b: [").append("*a, ".repeat(20)).append("x]\n---\n");
        this.server.change("daily/SKILL.md", bomb.toString());
        McpSkills skills = skills();
        assertThat(broken(() -> skills.load("skill://shop/daily/SKILL.md"))).hasMessageContaining("aliases");
    }

    // SKL-A13
    @Test
    void hiddenCharactersAreReportedAndNotRemoved() {
        this.server.change(
                "daily/SKILL.md",
                "---\nname: daily\ndescription: The figures of today\n---\nHel\u200blo <!-- do evil -->\n");
        McpSkillContent content = skills().load("skill://shop/daily/SKILL.md").content();

        assertThat(content.text()).contains("Hel\u200blo");
        assertThat(content.hasHiddenText()).isTrue();
        assertThat(content.revealedText()).contains("Hel\\u200blo");
    }

    // SKL-A15, SKL-15
    @Test
    void anotherSkillInAResultIsRefused() {
        this.server.reply("skills/get " + RETURNS, this.server.result("\"skill\":" + this.server.entry("daily")));
        McpSkills skills = skills();

        McpProtocolException error = broken(() -> skills.get(RETURNS));
        assertThat(error.reason()).isEqualTo(Reason.MALFORMED);
        assertThat(error).hasMessageContaining("another skill");
    }

    // SKL-07 for skills/get
    @Test
    void invalidEntryInAResultIsRefused() {
        this.server.lie(entry -> entry.remove("resources"));
        McpSkills skills = skills();
        assertThat(broken(() -> skills.load(RETURNS))).hasMessageContaining("neither an array");
        assertThat(this.server.reads()).isEmpty();
    }

    // SKL-A16, SKL-34
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void severalContentsOrAnotherUriAreRefused(int kind) throws Exception {
        byte[] bytes = text("returns/SKILL.md").getBytes(StandardCharsets.UTF_8);
        String right = SkillServer.content(RETURNS, bytes, false);
        String contents =
                switch (kind) {
                    case 0 -> "";
                    case 1 -> right + "," + right;
                    case 2 -> SkillServer.content("skill://shop/daily/SKILL.md", bytes, false);
                    default -> right.replace("\"text\"", "\"other\"");
                };
        this.server.reply(RETURNS, this.server.result("\"contents\":[" + contents + "]"));
        McpSkills skills = skills();
        assertThat(broken(() -> skills.load(RETURNS)).reason()).isEqualTo(Reason.VERIFICATION);
    }

    // SKL-33: a blob is compared by its bytes
    @Test
    void blobIsVerifiedByItsBytes() {
        this.server.change("returns/data.bin", "data");
        McpSkills skills = skills();
        McpLoadedSkill loaded = skills.load(RETURNS);
        assertThat(skills.readFile(loaded, "data.bin").bytes()).isEqualTo("data".getBytes(StandardCharsets.UTF_8));

        this.server.serve("returns/data.bin", "date");
        McpLoadedSkill again = skills.load(RETURNS);
        assertThat(skills.readFile(again, "data.bin").text()).isEqualTo("data"); // cached, by its digest
    }
}
