package io.mcpclient.skills;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import io.mcpclient.skills.internal.InvalidSkillException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** The rules for entries, one by one. */
class SkillEntriesTests {

    private static final String DIGEST = "sha256:" + "0".repeat(64);

    private static ObjectNode entry() {
        ObjectNode entry = SkillServer.JSON.createObjectNode().put("uri", "skill://shop/returns/SKILL.md");
        entry.set("frontmatter", SkillServer.JSON.readTree("{\"name\":\"returns\",\"description\":\"d\"}"));
        ArrayNode resources = entry.putArray("resources");
        resources.add(file("skill://shop/returns/SKILL.md"));
        return entry;
    }

    private static ObjectNode file(String uri) {
        return SkillServer.JSON
                .createObjectNode()
                .put("uri", uri)
                .put("size", 1)
                .put("digest", DIGEST);
    }

    private static McpSkill read(Consumer<ObjectNode> change) throws InvalidSkillException {
        ObjectNode entry = entry();
        change.accept(entry);
        return SkillEntries.read("shop", SkillServer.JSON.convertValue(entry, Map.class));
    }

    private static String refused(Consumer<ObjectNode> change) {
        return catchThrowableOfType(InvalidSkillException.class, () -> read(change))
                .reason();
    }

    private static ObjectNode frontmatter(ObjectNode entry) {
        return (ObjectNode) entry.get("frontmatter");
    }

    private static ArrayNode resources(ObjectNode entry) {
        return (ArrayNode) entry.get("resources");
    }

    private static ObjectNode first(ObjectNode entry) {
        return (ObjectNode) resources(entry).get(0);
    }

    // SKL-07
    @ParameterizedTest
    @ValueSource(strings = {"null", "\"Dynamic\"", "true", "{}", "1"})
    void entryWithoutResourcesIsRefused(String value) {
        assertThat(refused(entry -> entry.set("resources", SkillServer.JSON.readTree(value))))
                .contains("neither an array nor \"dynamic\"");
        assertThat(refused(entry -> entry.remove("resources"))).contains("neither an array nor \"dynamic\"");
    }

    @Test
    void dynamicEntryHasNoManifest() throws Exception {
        assertThat(read(entry -> entry.put("resources", "dynamic")).isDynamic()).isTrue();
        assertThat(read(entry -> {}).isDynamic()).isFalse();
    }

    // SKL-08
    @ParameterizedTest
    @ValueSource(
            strings = {
                "skill://shop/returns/skill.md",
                "skill://shop/returns/",
                "skill://SKILL.md",
                "skill:///SKILL.md",
                "skill://shop/other/SKILL.md",
                "skill:shop/returns/SKILL.md",
                "/returns/SKILL.md",
                ""
            })
    void uriThatIsNoSkillFileInTheDirectoryOfTheNameIsRefused(String uri) {
        assertThat(refused(entry -> {
                    entry.put("uri", uri);
                    first(entry).put("uri", uri);
                }))
                .isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://host:8080/skills/returns/SKILL.md", "file:///srv/returns/SKILL.md", "X-A:returns"})
    void anySchemeIsAccepted(String uri) throws Exception {
        String whole = uri.contains("://") ? uri : "X-A://returns/SKILL.md";
        assertThat(read(entry -> {
                            entry.put("uri", whole);
                            first(entry).put("uri", whole);
                        })
                        .uri())
                .isEqualTo(whole);
    }

    // SKL-08
    @Test
    void membersOfOtherTypesAreRefused() {
        assertThat(catchThrowableOfType(InvalidSkillException.class, () -> SkillEntries.read("shop", null)))
                .isNotNull();
        assertThat(catchThrowableOfType(InvalidSkillException.class, () -> SkillEntries.read("shop", List.of())))
                .isNotNull();
        assertThat(refused(entry -> entry.put("uri", 1))).contains("\"uri\"");
        assertThat(refused(entry -> entry.put("frontmatter", "x"))).contains("\"frontmatter\"");
        assertThat(refused(entry -> frontmatter(entry).put("name", 1))).contains("name");
        assertThat(refused(entry -> frontmatter(entry).remove("description"))).contains("description");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Returns", "-returns", "returns-", "re--turns", "re_turns", "re turns", ""})
    void malformedNameIsRefused(String name) {
        assertThat(refused(entry -> frontmatter(entry).put("name", name))).contains("name");
    }

    @Test
    void tooLongNameAndDescriptionAreRefused() {
        assertThat(refused(entry -> frontmatter(entry).put("name", "a".repeat(65))))
                .contains("64");
        assertThat(refused(entry -> frontmatter(entry).put("description", "a".repeat(1025))))
                .contains("1024");
        assertThat(refused(entry -> frontmatter(entry).put("description", " "))).contains("1024");
    }

    // SKL-09
    @Test
    void manifestWithoutTheSkillFileIsRefused() {
        assertThat(refused(entry -> first(entry).put("uri", "skill://shop/returns/other.md")))
                .contains("SKILL.md");
        assertThat(refused(entry -> resources(entry).removeAll())).contains("SKILL.md");
    }

    // SKL-09, SKL-11: the same after normalization
    @ParameterizedTest
    @ValueSource(
            strings = {
                "skill://shop/returns/SKILL.md",
                "SKILL://shop/returns/SKILL.md",
                "skill://shop/returns/SKI%4C%4c.md"
            })
    void fileThatIsListedTwiceIsRefused(String uri) {
        assertThat(refused(entry -> resources(entry).add(file(uri)))).contains("twice");
    }

    // SKL-09, SKL-11, SKL-A06
    @ParameterizedTest
    @ValueSource(
            strings = {
                "skill://shop/other/a.md",
                "skill://shop/returns",
                "skill://shop/returns2/a.md",
                "skill://shop/returns/../a.md",
                "skill://shop/returns/./a.md",
                "skill://shop/returns//a.md",
                "skill://shop/returns/%2e%2e/a.md",
                "skill://shop/returns/a%2Fb.md",
                "skill://shop/returns/a%5cb.md",
                "skill://shop/returns/a\\b.md",
                "skill://shop/returns/a%00.md",
                "skill://shop/returns/a%2",
                "skill://shop/returns/a%zz.md",
                "skill://shop/returns/a.md?x=1",
                "skill://shop/returns/a.md#x",
                "skill://user@shop/returns/a.md",
                "skill://shop/returns/",
                "other://shop/returns/a.md",
                "skill://elsewhere/returns/a.md",
                "https://evil.example/a.md",
                "file:///etc/passwd",
                "a.md"
            })
    void fileOutsideOfTheDirectoryOrWithAForbiddenFormIsRefused(String uri) {
        assertThat(refused(entry -> resources(entry).add(file(uri)))).isNotEmpty();
    }

    // SKL-09
    @ParameterizedTest
    @ValueSource(strings = {"sha256:ABC", "md5:00000000000000000000000000000000", "", "0000", "sha256:", "sha512:00"})
    void malformedDigestIsRefused(String digest) {
        assertThat(refused(entry -> first(entry).put("digest", digest))).contains("digest");
    }

    // SKL-09
    @ParameterizedTest
    @ValueSource(strings = {"-1", "1.5", "\"1\"", "null", "true"})
    void sizeThatIsNoNonNegativeIntegerIsRefused(String size) {
        assertThat(refused(entry -> first(entry).set("size", SkillServer.JSON.readTree(size))))
                .contains("size");
    }

    // SKL-20, SKL-A09
    @Test
    void limitsAreCheckedFromTheEntry() throws Exception {
        McpSkillSettings settings = McpSkillSettings.defaults();
        Consumer<ObjectNode> most = entry -> {
            for (int i = 1; i < 512; i++) {
                resources(entry).add(file("skill://shop/returns/" + i + ".md"));
            }
        };
        assertThat(SkillEntries.excess(read(most), settings)).isNull();
        assertThat(SkillEntries.excess(
                        read(most.andThen(entry -> resources(entry).add(file("skill://shop/returns/512.md")))),
                        settings))
                .contains("513 files")
                .contains("skills.max-files");
        assertThat(SkillEntries.excess(read(entry -> first(entry).put("size", 16_777_216L)), settings))
                .isNull();
        assertThat(SkillEntries.excess(read(entry -> first(entry).put("size", 16_777_217L)), settings))
                .contains("skills.max-skill-size");
        assertThat(SkillEntries.excess(
                        read(entry -> {
                            first(entry).set("size", SkillServer.JSON.readTree("99999999999999999999999"));
                            resources(entry)
                                    .add(file("skill://shop/returns/b.md").put("size", Long.MAX_VALUE));
                        }),
                        settings))
                .contains("skills.max-skill-size");
    }

    // SKL-60
    @Test
    void fingerprintDependsOnUrisAndDigestsButNotOnTheirOrder() throws Exception {
        McpSkillFile a = new McpSkillFile("a", 1, "x");
        McpSkillFile b = new McpSkillFile("b", 1, "y");
        String both = new McpSkillManifest(List.of(a, b)).fingerprint();

        assertThat(new McpSkillManifest(List.of(b, a)).fingerprint()).isEqualTo(both);
        assertThat(new McpSkillManifest(List.of(a)).fingerprint()).isNotEqualTo(both);
        assertThat(new McpSkillManifest(List.of(a, new McpSkillFile("b", 1, "z"))).fingerprint())
                .isNotEqualTo(both);
        assertThat(new McpSkillManifest(List.of(new McpSkillFile("a", 1, "y"), new McpSkillFile("b", 1, "x")))
                        .fingerprint())
                .isNotEqualTo(both);
    }

    // SKL-21: unknown fields, also with reserved names, pass through unchanged
    @Test
    void unknownFieldsAreIgnoredAndPassedThrough() throws Exception {
        McpSkill skill = read(entry -> {
            entry.put("unknown", 1);
            frontmatter(entry).putObject("metadata").put("io.modelcontextprotocol/later", "x");
            frontmatter(entry).putArray("more").add(1);
        });
        assertThat(skill.frontmatter())
                .containsEntry("metadata", Map.of("io.modelcontextprotocol/later", "x"))
                .containsEntry("more", List.of(1));
    }

    @Test
    void descriptionIsShownWithoutHiddenCharacters() throws Exception {
        McpSkill skill = read(entry -> frontmatter(entry).put("description", "a\u200bb\n  c\u202e"));
        assertThat(skill.visibleDescription()).isEqualTo("ab c");
        assertThat(skill.description()).isEqualTo("a\u200bb\n  c\u202e");
    }
}
