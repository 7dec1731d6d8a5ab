package io.mcpclient.skills;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.mcpclient.McpClient;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.skills.SkillServer.Era;
import io.mcpclient.testkit.Invariants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** The way from a list to a file of a loaded skill, with servers of both eras that tell the truth. */
@Timeout(60)
class SkillsTests {

    private static final String LETTER = "skill://shop/returns/forms/letter.md";

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final SkillServer modern = new SkillServer(Era.MODERN);

    private final SkillServer legacy = new SkillServer(Era.LEGACY);

    @AfterEach
    void close() {
        this.modern.close();
        this.legacy.close();
    }

    private SkillServer server(Era era) {
        return (era == Era.MODERN) ? this.modern : this.legacy;
    }

    private McpClient client(Era era) {
        return this.invariants.build(server(era).builder("shop").extension(McpSkills.extension()));
    }

    // SKL-04, SKL-05, SKL-21, SKL-30
    @ParameterizedTest
    @EnumSource(Era.class)
    void listShowsSkillsAndReadsNoFile(Era era) {
        try (McpClient client = client(era)) {
            McpSkillList list = client.extension(McpSkills.class).list();

            assertThat(list.skills()).extracting(McpSkill::name).containsExactly("daily", "returns");
            assertThat(list.invalid()).isEmpty();
            assertThat(list.incomplete()).isNull();
            assertThat(list.shared()).isFalse();
            assertThat(list.timeToLive()).isEqualTo((era == Era.MODERN) ? Duration.ofMinutes(1) : Duration.ZERO);
            McpSkill returns = list.skills().get(1);
            assertThat(returns.server()).isEqualTo("shop");
            assertThat(returns.uri()).isEqualTo("skill://shop/returns/SKILL.md");
            assertThat(returns.frontmatter()).containsEntry("metadata", Map.of("version", "2"));
            assertThat(returns.manifest().files()).hasSize(4);
        }
        assertThat(server(era).reads()).isEmpty();
    }

    // SKL-02, EXT-02
    @ParameterizedTest
    @EnumSource(Era.class)
    void skillsAreDeclaredToTheServer(Era era) {
        try (McpClient client = client(era)) {
            client.extension(McpSkills.class).list();
        }
        String declared = server(era)
                .http()
                .requests((era == Era.MODERN) ? "skills/list" : "initialize")
                .get(0)
                .body();
        assertThat(declared).contains("\"io.modelcontextprotocol/skills\":{}");
    }

    // SKL-30, SKL-31, SKL-32, SKL-33 (CR LF), SKL-38 (dates and yes are strings)
    @ParameterizedTest
    @EnumSource(Era.class)
    void loadReadsTheSkillFileAloneAndOthersWhenTheyAreNeeded(Era era) {
        try (McpClient client = client(era)) {
            McpSkills skills = client.extension(McpSkills.class);
            McpLoadedSkill loaded = skills.load(skills.list().skills().get(1));

            assertThat(loaded.text()).contains("# Returns");
            assertThat(loaded.content().server()).isEqualTo("shop");
            assertThat(loaded.content().isVerified()).isTrue();
            assertThat(server(era).reads()).containsExactly("skill://shop/returns/SKILL.md");

            McpSkillContent letter = skills.readFile(loaded, "forms/letter.md");
            assertThat(letter.text()).isEqualTo("Dear customer,\r\nthank you.\n");
            assertThat(letter.mimeType()).isEqualTo("text/markdown");
            assertThat(server(era).reads()).containsExactly("skill://shop/returns/SKILL.md", LETTER);
        }
    }

    // SKL-14: loading by URI alone, although the list does not have the skill
    @ParameterizedTest
    @EnumSource(Era.class)
    void skillThatIsNotListedIsLoadedByItsUri(Era era) {
        SkillServer server = server(era).lists(cursor -> server(era).result("\"skills\":[]"));
        try (McpClient client = client(era)) {
            McpSkills skills = client.extension(McpSkills.class);

            assertThat(skills.list().skills()).isEmpty();
            assertThat(skills.load("skill://shop/daily/SKILL.md").text()).contains("Today: 42");
        }
        assertThat(server.http().requests("skills/get")).hasSize(1);
    }

    // SKL-13: a URI is a skill if the server says so
    @ParameterizedTest
    @EnumSource(Era.class)
    void uriWithTheSchemeOfSkillsIsNoSkillByItself(Era era) {
        try (McpClient client = client(era)) {
            McpSkills skills = client.extension(McpSkills.class);

            assertThat(catchThrowableOfType(
                                    McpRequestException.class,
                                    () -> skills.load("skill://shop/returns/nested/SKILL.md"))
                            .code())
                    .isEqualTo(-32602);
        }
        assertThat(server(era).reads()).isEmpty();
    }

    // SKL-71
    @ParameterizedTest
    @EnumSource(Era.class)
    void verifiedFilesAreCachedByDigest(Era era) {
        try (McpClient client = client(era)) {
            McpSkills skills = client.extension(McpSkills.class);
            skills.readFile(skills.load(skills.list().skills().get(1)), "forms/letter.md");
            skills.readFile(skills.load(skills.list().skills().get(1)), "forms/letter.md");
            assertThat(server(era).reads()).hasSize(2);

            server(era).change("returns/forms/letter.md", "Another letter");
            McpLoadedSkill changed = skills.load(skills.list().skills().get(1));
            assertThat(skills.readFile(changed, "forms/letter.md").text()).isEqualTo("Another letter");
            assertThat(server(era).reads()).hasSize(3);
        }
    }

    // SKL-71: without a cache
    @ParameterizedTest
    @EnumSource(Era.class)
    void cacheOfSizeZeroCachesNothing(Era era) {
        McpSkillsExtension extension =
                McpSkillsExtension.of(McpSkillSettings.defaults().withMaxCacheSize(0));
        try (McpClient client =
                this.invariants.build(server(era).builder("shop").extension(extension))) {
            McpSkills skills = client.extension(McpSkills.class);
            McpSkill skill = skills.get("skill://shop/daily/SKILL.md");
            skills.load(skill);
            skills.load(skill);
        }
        assertThat(server(era).reads()).hasSize(2);
    }

    // SKL-01, EXT-06
    @ParameterizedTest
    @EnumSource(Era.class)
    void serverWithoutTheExtensionIsNotAsked(Era era) {
        server(era).capabilities("{\"resources\":{},\"extensions\":{\"io.modelcontextprotocol/skills\":null}}");
        try (McpClient client = client(era)) {
            McpRejectedException refusal =
                    catchThrowableOfType(McpRejectedException.class, () -> client.extension(McpSkills.class)
                            .list());
            assertThat(refusal.outcome()).isEqualTo(McpOutcome.NOT_SENT);
            assertThat(refusal).hasMessageContaining("\"shop\"").hasMessageContaining("io.modelcontextprotocol/skills");
        }
        assertThat(server(era).http().requests("skills/list")).isEmpty();
    }

    // SKL-03
    @ParameterizedTest
    @EnumSource(Era.class)
    void serverWithoutResourcesStaysConnectedAndItsLoadsSaySo(Era era) {
        server(era).capabilities("{\"extensions\":{\"io.modelcontextprotocol/skills\":{}}}");
        try (McpClient client = client(era)) {
            McpSkills skills = client.extension(McpSkills.class);
            McpSkill skill = skills.list().skills().get(0);

            assertThat(catchThrowableOfType(McpRejectedException.class, () -> skills.load(skill)))
                    .hasMessageContaining("without the capability \"resources\"");
            assertThat(client.status().connection().isConnected()).isTrue();
            assertThat(skills.list().skills()).hasSize(2);
        }
    }

    // SKL-16, SKL-69
    @ParameterizedTest
    @EnumSource(Era.class)
    void skillOfAnotherServerIsRejected(Era era) {
        try (McpClient client = client(era);
                McpClient other =
                        this.invariants.build(server(era).builder("other").extension(McpSkills.extension()))) {
            McpSkill skill = client.extension(McpSkills.class).list().skills().get(0);
            McpLoadedSkill loaded = client.extension(McpSkills.class).load(skill);
            McpSkills others = other.extension(McpSkills.class);

            assertThat(catchThrowableOfType(McpRejectedException.class, () -> others.load(skill)))
                    .hasMessageContaining("\"shop\"");
            assertThat(catchThrowableOfType(McpRejectedException.class, () -> others.readFile(loaded, "SKILL.md")))
                    .hasMessageContaining("\"shop\"");
        }
        assertThat(server(era).reads()).hasSize(1);
    }

    // SKL-46: reading is no load; there is no other way to an McpLoadedSkill than a load
    @ParameterizedTest
    @EnumSource(Era.class)
    void readingTheResourceDoesNotLoadTheSkill(Era era) {
        McpSkillApproval nobody = request -> McpSkillApprovalDecision.deny("no");
        McpSkillsExtension extension = McpSkillsExtension.of(
                        McpSkillSettings.defaults().withApproval(McpSkillApprovalPolicy.ALL))
                .withApproval(nobody);
        try (McpClient client =
                this.invariants.build(server(era).builder("shop").extension(extension))) {
            McpSkills skills = client.extension(McpSkills.class);
            McpSkill skill = skills.get("skill://shop/daily/SKILL.md");
            assertThat(client.readResource(skill.uri()).contents()).hasSize(1);

            assertThat(skills.state(skill, McpCallOptions.defaults())).isEqualTo(McpSkillState.VALID);
            assertThat(catchThrowableOfType(McpRejectedException.class, () -> skills.load(skill))
                            .reason())
                    .isEqualTo(McpRejectedException.Reason.DENIED);
        }
    }

    // SKL-43
    @ParameterizedTest
    @EnumSource(Era.class)
    void directoriesComeFromTheManifest(Era era) {
        try (McpClient client = client(era)) {
            McpSkills skills = client.extension(McpSkills.class);
            McpLoadedSkill loaded = skills.load(skills.list().skills().get(1));

            assertThat(skills.readDirectory(loaded, "", McpCallOptions.defaults()))
                    .extracting(McpSkillDirectoryEntry::path)
                    .containsExactly("SKILL.md", "forms", "nested");
            assertThat(skills.readDirectory(loaded, "forms/", McpCallOptions.defaults()))
                    .isEqualTo(List.of(new McpSkillDirectoryEntry("forms/letter.md", false, 27)));
        }
        assertThat(server(era).http().requests("resources/directory/read")).isEmpty();
    }

    // SKL-70, SKL-30
    @ParameterizedTest
    @EnumSource(Era.class)
    void previewIsVerifiedAndNeedsNoApproval(Era era) {
        McpSkillsExtension extension = McpSkillsExtension.of(
                        McpSkillSettings.defaults().withApproval(McpSkillApprovalPolicy.ALL))
                .withApproval(request -> McpSkillApprovalDecision.deny(null));
        try (McpClient client =
                this.invariants.build(server(era).builder("shop").extension(extension))) {
            McpSkills skills = client.extension(McpSkills.class);
            McpSkillContent content =
                    skills.preview(skills.get("skill://shop/daily/SKILL.md"), McpCallOptions.defaults());
            assertThat(content.text()).contains("Today: 42");
            assertThat(content.isVerified()).isTrue();
        }
    }
}
