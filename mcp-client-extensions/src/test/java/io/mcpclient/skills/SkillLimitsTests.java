package io.mcpclient.skills;

import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import io.mcpclient.McpClient;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpProtocolException.Reason;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.testkit.Reply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Lists, files and dynamic skills beyond the limits (EXT-10). */
@Timeout(60)
class SkillLimitsTests extends SkillFixture {

    // SKL-A09, SKL-20
    @Test
    void tooLargeSkillIsDeclinedBeforeAnythingIsRead() {
        this.server.lie(entry -> {
            for (int i = 0; i < 513; i++) {
                ((ArrayNode) entry.get("resources"))
                        .addObject()
                        .put("uri", entry.get("uri").asString().replace("SKILL.md", i + ".md"))
                        .put("size", 1)
                        .put("digest", "sha256:" + "0".repeat(64));
            }
        });
        McpSkills skills = skills();
        McpSkill skill = skills.get(RETURNS);

        McpProtocolException error = broken(() -> skills.load(skill));
        assertThat(error.reason()).isEqualTo(Reason.LIMIT);
        assertThat(error).hasMessageContaining("skills.max-files");
        assertThat(skills.state(skill, McpCallOptions.defaults())).isEqualTo(McpSkillState.INVALID);
        assertThat(this.server.reads()).isEmpty();
    }

    // SKL-A09: a file beyond the limit of messages
    @Test
    void fileThatNoMessageCanHoldIsNotRequested() {
        this.server.change("returns/big.md", "x".repeat(20_000));
        McpClient limited = this.invariants.build(this.server
                .builder("shop")
                .limits(limits -> limits.withMaxMessageSize(16_384))
                .extension(McpSkills.extension()));
        this.client = limited;
        McpSkills skills = limited.extension(McpSkills.class);
        McpLoadedSkill loaded = skills.load(RETURNS);

        assertThat(broken(() -> skills.readFile(loaded, "big.md"))).hasMessageContaining("max-message-size");
        assertThat(this.server.reads()).containsExactly(RETURNS);
    }

    // SKL-A10
    @Test
    void hugeBodyBehindASmallSizeEndsAtTheLimitOfMessages() {
        this.server.serve("returns/forms/letter.md", "x".repeat(200_000));
        McpClient limited = this.invariants.build(this.server
                .builder("shop")
                .limits(limits -> limits.withMaxMessageSize(16_384))
                .extension(McpSkills.extension()));
        this.client = limited;
        McpSkills skills = limited.extension(McpSkills.class);
        McpLoadedSkill loaded = skills.load(RETURNS);

        assertThat(broken(() -> skills.readFile(loaded, "forms/letter.md")).reason())
                .isEqualTo(Reason.LIMIT);
    }

    private Reply page(int number, @Nullable String next) {
        ObjectNode entry = this.server.entry("daily");
        entry.put("uri", "skill://shop/" + number + "/daily/SKILL.md");
        entry.put("resources", "dynamic");
        return this.server.result(
                "\"skills\":[" + entry + "]" + ((next != null) ? ",\"nextCursor\":\"" + next + "\"" : ""));
    }

    // SKL-06: opaque cursors, also an empty one
    @Test
    void pagesAreFollowedToTheEnd() {
        this.server.lists(
                cursor -> (cursor == null) ? page(1, "") : cursor.isEmpty() ? page(2, "last") : page(3, null));
        McpSkillList list = skills().list();

        assertThat(list.skills()).extracting(McpSkill::uri).hasSize(3);
        assertThat(list.incomplete()).isNull();
    }

    // SKL-A11, SKL-06
    @Test
    void repeatedCursorEndsTheList() {
        AtomicInteger count = new AtomicInteger();
        this.server.lists(cursor -> page(count.incrementAndGet(), "same"));
        McpSkillList list = skills().list();

        assertThat(list.incomplete()).contains("repeated nextCursor");
        assertThat(list.skills()).hasSize(2);
    }

    // SKL-A11, SKL-06
    @Test
    void endlessListEndsAtTheLimits() {
        AtomicInteger count = new AtomicInteger();
        this.server.lists(cursor -> page(count.incrementAndGet(), "c" + count.get()));

        assertThat(skills(McpSkillSettings.defaults().withMaxPages(7)).list()).satisfies(list -> {
            assertThat(list.skills()).hasSize(7);
            assertThat(list.incomplete()).contains("skills.max-pages = 7");
        });
        this.client.close();
        assertThat(skills(McpSkillSettings.defaults().withMaxSkills(5)).list()).satisfies(list -> {
            assertThat(list.skills()).hasSize(5);
            assertThat(list.incomplete()).contains("skills.max-skills = 5");
        });
        this.client.close();
        assertThat(skills(McpSkillSettings.defaults().withMaxListSize(500)).list())
                .satisfies(list -> {
                    assertThat(list.skills()).hasSizeLessThan(5);
                    assertThat(list.incomplete()).contains("skills.max-list-size = 500");
                });
    }

    // SKL-06
    @Test
    void laterPageThatNoMessageCanHoldEndsTheList() {
        this.server.lists(cursor -> (cursor == null)
                ? page(1, "two")
                : this.server.result("\"skills\":[],\"x\":\"" + "x".repeat(40_000) + "\""));
        McpClient limited = this.invariants.build(this.server
                .builder("shop")
                .limits(limits -> limits.withMaxMessageSize(16_384))
                .extension(McpSkills.extension()));
        this.client = limited;
        McpSkillList list = limited.extension(McpSkills.class).list();

        assertThat(list.skills()).hasSize(1);
        assertThat(list.incomplete()).contains("limits of messages");
    }

    // SKL-48
    @Test
    void dynamicSkillIsDeclinedByDefault() {
        this.server.dynamic("daily");
        McpSkills skills = skills();
        McpSkill skill = skills.get("skill://shop/daily/SKILL.md");

        assertThat(skill.isDynamic()).isTrue();
        assertThat(catchThrowableOfType(McpRejectedException.class, () -> skills.load(skill)))
                .hasMessageContaining("skills.dynamic");
        assertThat(this.server.reads()).isEmpty();
    }

    // SKL-48, SKL-36 also for dynamic skills
    @Test
    void acceptedDynamicSkillHasItsFrontmatterVerified() {
        this.server.dynamic("daily").dynamic("returns");
        McpSkills skills = skills(McpSkillSettings.defaults().withDynamic(true));
        assertThat(skills.load("skill://shop/daily/SKILL.md").content().isVerified())
                .isFalse();

        this.server.serve("returns/SKILL.md", "---\nname: returns\ndescription: other\n---\n");
        assertThat(broken(() -> skills.load(RETURNS))).hasMessageContaining("frontmatter");
    }

    // SKL-48: bounded by what is read
    @Test
    void dynamicSkillIsBoundedByWhatIsRead() {
        this.server.dynamic("returns");
        McpSkills skills = skills(McpSkillSettings.defaults().withDynamic(true));
        McpLoadedSkill loaded = skills.load(RETURNS);
        for (int i = 1; i < 512; i++) {
            skills.readFile(loaded, "forms/letter.md");
        }
        assertThat(broken(() -> skills.readFile(loaded, "forms/letter.md")).reason())
                .isEqualTo(Reason.LIMIT);
        assertThat(catchThrowableOfType(McpException.class, () -> skills.readFile(loaded, "../daily/SKILL.md")))
                .isInstanceOf(McpRejectedException.class);
    }

    // SKL-A17, SKL-01
    @Test
    void childrenOutsideOfTheDirectoryAreIgnored() {
        this.server.dynamic("returns");
        this.server
                .http()
                .on("resources/directory/read")
                .reply(
                        this.server.result(
                                "\"resources\":["
                                        + "{\"uri\":\"skill://shop/returns/a.md\"},{\"uri\":\"skill://shop/returns/forms\",\"mimeType\":\"inode/directory\"},"
                                        + "{\"uri\":\"skill://shop/returns/forms/deep.md\"},{\"uri\":\"skill://shop/returns\",\"mimeType\":\"inode/directory\"},"
                                        + "{\"uri\":\"skill://shop/daily/b.md\"},{\"uri\":\"skill://shop/returns/../x\"},{\"uri\":1},3]"));
        McpSkills skills = skills(McpSkillSettings.defaults().withDynamic(true));
        McpLoadedSkill loaded = skills.load(RETURNS);

        assertThat(skills.readDirectory(loaded, "", McpCallOptions.defaults()))
                .containsExactly(
                        new McpSkillDirectoryEntry("a.md", false, -1), new McpSkillDirectoryEntry("forms", true, -1));
        assertThat(this.server
                        .http()
                        .requests("resources/directory/read")
                        .get(0)
                        .json()
                        .at("/params/uri")
                        .asString())
                .isEqualTo("skill://shop/returns");
    }

    // SKL-01
    @Test
    void directoriesAreNotReadWithoutTheSetting() {
        this.server
                .dynamic("returns")
                .capabilities(
                        "{\"resources\":{},\"extensions\":{\"io.modelcontextprotocol/skills\":{\"directoryRead\":\"true\"}}}");
        McpSkills skills = skills(McpSkillSettings.defaults().withDynamic(true));
        McpLoadedSkill loaded = skills.load(RETURNS);

        assertThat(catchThrowableOfType(
                        McpRejectedException.class, () -> skills.readDirectory(loaded, "", McpCallOptions.defaults())))
                .hasMessageContaining("directoryRead");
        assertThat(this.server.http().requests("resources/directory/read")).isEmpty();
    }
}
