package io.mcpclient.skills;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.node.ArrayNode;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.extension.McpModelFunction;
import io.mcpclient.skills.SkillServer.Era;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.Reply;

import static org.assertj.core.api.Assertions.assertThat;

/** The catalog of two servers, and the functions for models on it. */
@Timeout(60)
class SkillRegistryTests {

    private static final McpCallOptions DEFAULTS = McpCallOptions.defaults();

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final SkillServer one = new SkillServer(Era.MODERN);

    private final SkillServer two = new SkillServer(Era.LEGACY);

    private final List<McpClient> clients = new CopyOnWriteArrayList<>();

    private final McpSkillRegistry registry = McpSkillRegistry.of(() -> this.clients);

    private final McpSkillFunctions functions = McpSkillFunctions.of(
            this.registry, McpSkillSettings.defaults().withMaxTextLength(1000).withMaxCatalogLength(1000));

    @AfterEach
    void close() {
        this.clients.forEach(McpClient::close);
        this.one.close();
        this.two.close();
    }

    private void add(McpClientBuilder builder) {
        this.clients.add(this.invariants.build(builder));
    }

    private void addBoth() {
        add(this.one.builder("shop").extension(McpSkills.extension()));
        add(this.two.builder("depot").extension(McpSkills.extension()));
    }

    private static List<String> names(@Nullable McpSkillSnapshot snapshot) {
        assertThat(snapshot).isNotNull();
        return snapshot.skills().stream().map(McpRegisteredSkill::displayName).toList();
    }

    // SKL-16, SKL-18, SKL-19, SKL-A07: both servers have the same URIs and names
    @Test
    void sameSkillsOfTwoServersStayApartAndTheCollisionIsReported() {
        addBoth();
        McpSkillSnapshot snapshot = this.registry.refresh();

        assertThat(names(snapshot)).containsExactly("depot:daily", "depot:returns", "shop:daily", "shop:returns");
        assertThat(snapshot.collisions())
                .contains(
                        new McpSkillCollision("daily", List.of("depot:daily", "shop:daily")),
                        new McpSkillCollision(
                                "skill://shop/returns/SKILL.md", List.of("depot:returns", "shop:returns")));

        this.one.change("daily/SKILL.md", "---\nname: daily\ndescription: The figures of today\n---\nof shop\n");
        this.registry.refresh();
        assertThat(load("depot", "daily")).contains("Today: 42").contains("MCP server \"depot\"");
        assertThat(load("shop", "daily")).contains("of shop").contains("MCP server \"shop\"");
        assertThat(this.one.reads()).hasSize(1);
        assertThat(this.two.reads()).hasSize(1);
    }

    @Test
    void refreshOfOneServerListsNoOther() {
        addBoth();

        assertThat(names(this.registry.refreshReactive("shop").block(Duration.ofSeconds(20))))
                .containsExactly("shop:daily", "shop:returns");
        assertThat(this.two.http().requests("skills/list")).isEmpty();
        assertThat(names(this.registry.refreshReactive("depot").block(Duration.ofSeconds(20))))
                .containsExactly("depot:daily", "depot:returns", "shop:daily", "shop:returns");
    }

    /** Lets the lists of the second server wait, until the returned latch is open. */
    private CountDownLatch hold(CountDownLatch asked) {
        CountDownLatch permitted = new CountDownLatch(1);
        this.two.lists(cursor -> {
            asked.countDown();
            try {
                permitted.await();
            } catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
            }
            return null;
        });
        return permitted;
    }

    @Test
    void serversThatAreAddedOrRemovedWhileAnotherIsListedAreNeitherLostNorKept() throws Exception {
        add(this.two.builder("depot").extension(McpSkills.extension()));
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch permitted = hold(asked);
        CompletableFuture<McpSkillSnapshot> slow =
                this.registry.refreshReactive().toFuture();
        asked.await();
        add(this.one.builder("shop").extension(McpSkills.extension()));
        this.registry.refreshReactive("shop").block(Duration.ofSeconds(20));
        permitted.countDown();
        assertThat(names(slow.get(20, TimeUnit.SECONDS)))
                .containsExactly("depot:daily", "depot:returns", "shop:daily", "shop:returns");

        CountDownLatch askedAgain = new CountDownLatch(1);
        CountDownLatch permittedAgain = hold(askedAgain);
        CompletableFuture<McpSkillSnapshot> late =
                this.registry.refreshReactive("depot").toFuture();
        askedAgain.await();
        McpClient removed = this.clients.remove(0);
        permittedAgain.countDown();
        assertThat(names(late.get(20, TimeUnit.SECONDS))).containsExactly("shop:daily", "shop:returns");
        removed.close();
    }

    // SKL-17
    @Test
    void sameNamesOfOneServerAreToldApartByTheirPath() {
        this.one.add(
                "a/daily",
                "{\"name\":\"daily\",\"description\":\"Another\"}",
                "---\nname: daily\ndescription: Another\n---\n");
        add(this.one.builder("shop").extension(McpSkills.extension()));
        McpSkillSnapshot snapshot = this.registry.refresh();

        assertThat(names(snapshot)).containsExactly("shop:shop/a/daily", "shop:shop/daily", "shop:returns");
        assertThat(load("shop", "daily")).contains("shop/a/daily, shop/daily");
        assertThat(load("shop", "shop/daily")).contains("Today: 42");
    }

    // SKL-10, SKL-20, SKL-48
    @Test
    void statesAndReasonsAreShown() {
        this.one.dynamic("daily").lie(entry -> {
            if (entry.get("uri").asString().contains("returns")) {
                ((ArrayNode) entry.get("resources")).removeAll();
            }
        });
        add(this.one.builder("shop").extension(McpSkills.extension()));
        McpSkillSnapshot snapshot = this.registry.refresh();

        assertThat(snapshot.skills())
                .extracting(McpRegisteredSkill::state)
                .containsExactly(McpSkillState.DYNAMIC, McpSkillState.INVALID);
        assertThat(snapshot.skills().get(1).reason()).contains("SKILL.md");
        assertThat(snapshot.find("shop", "skill://shop/returns/SKILL.md")).isPresent();
        assertThat(this.functions.catalog()).isEmpty();
    }

    @Test
    void listenerGetsChangesOnly() {
        List<McpSkillSnapshot> seen = new CopyOnWriteArrayList<>();
        addBoth();
        this.registry.addListener(seen::add);
        McpSkillSnapshot first = this.registry.refresh();
        assertThat(this.registry.refresh()).isSameAs(first);
        assertThat(seen).containsExactly(first);

        this.one.change("returns/forms/letter.md", "x");
        McpSkillSnapshot second = this.registry.refresh();
        assertThat(seen).containsExactly(first, second);
        assertThat(second.version()).isGreaterThan(first.version());
        assertThat(this.registry.snapshot()).isSameAs(second);
    }

    // SKL-14: a list that fails, or ends early, is no proof that there are no skills
    @Test
    void serverThatDoesNotRespondKeepsWhatItListed() {
        addBoth();
        this.registry.refresh();
        this.one.lists(cursor -> Reply.status(500));
        McpSkillSnapshot snapshot = this.registry.refresh();

        assertThat(names(snapshot)).hasSize(4);
        assertThat(snapshot.problems()).containsOnlyKeys("shop");
        assertThat(snapshot.skills())
                .filteredOn(skill -> !skill.available())
                .extracting(McpRegisteredSkill::server)
                .containsOnly("shop");

        this.clients.remove(0).close();
        assertThat(names(this.registry.refresh())).containsExactly("depot:daily", "depot:returns");
    }

    // EXT-05
    @Test
    void clientsWithoutSkillsAreIgnored() {
        add(this.one.builder("shop"));
        this.two.capabilities("{\"resources\":{}}");
        add(this.two.builder("depot").extension(McpSkills.extension()));
        McpSkillSnapshot snapshot = this.registry.refresh();

        assertThat(snapshot.skills()).isEmpty();
        assertThat(snapshot.problems()).isEmpty();
        assertThat(load("shop", "daily")).contains("no MCP server \"shop\" with skills");
    }

    // functions for models

    private McpModelFunction function(int index) {
        return this.functions.functions().get(index);
    }

    private String load(String server, String skill) {
        return function(0).call(Map.of("server", server, "skill", skill), DEFAULTS);
    }

    private String read(String server, String skill, String path) {
        return function(1).call(Map.of("server", server, "skill", skill, "path", path), DEFAULTS);
    }

    private static String handle(String result) {
        int start = result.indexOf("loaded as \"") + 11;
        return result.substring(start, result.indexOf('"', start));
    }

    // SKL-67, SKL-68
    @Test
    void loadedTextHasItsOrigin() {
        addBoth();
        this.registry.refresh();
        String result = load("shop", "returns");

        assertThat(result)
                .contains("# Returns")
                .contains("skill://shop/returns/SKILL.md of the MCP server \"shop\"")
                .contains("not by the user")
                .contains("forms/letter.md");
        assertThat(read("shop", handle(result), "forms/letter.md"))
                .contains("Dear customer")
                .contains("MCP server \"shop\"");
    }

    // SKL-69, SKL-A14
    @Test
    void readsAreBoundToTheServerOfTheSkill() {
        addBoth();
        this.registry.refresh();
        String handle = handle(load("shop", "returns"));

        assertThat(read("depot", handle, "forms/letter.md")).contains("no loaded skill");
        assertThat(read("shop", handle, "skill://depot/x/SKILL.md")).contains("is not a file of the skill");
        assertThat(read("shop", handle, "file:///etc/passwd")).contains("is not a file of the skill");
        assertThat(read("shop", handle, "https://evil.example/")).contains("is not a file of the skill");
        assertThat(read("shop", "shop:returns", "forms/letter.md")).contains("no loaded skill");
        assertThat(this.one.reads()).hasSize(1);
        assertThat(this.two.reads()).isEmpty();
    }

    // SKL-39, SKL-40: each load has its own window
    @Test
    void anotherLoadDoesNotChangeTheManifestOfTheFirst() {
        addBoth();
        this.registry.refresh();
        String first = handle(load("shop", "returns"));
        this.one.change("returns/forms/letter.md", "Pay").change("returns/new.md", "new");
        this.registry.refresh();
        String second = handle(load("shop", "returns"));

        assertThat(read("shop", first, "forms/letter.md")).contains("changed").doesNotContain("Pay");
        assertThat(read("shop", first, "new.md")).contains("needs approval");
        assertThat(read("shop", second, "forms/letter.md")).contains("Pay");
        assertThat(read("shop", second, "new.md")).contains("new");
    }

    // SKL-46
    @Test
    void readResourceDoesNotMakeFilesReadable() {
        addBoth();
        this.registry.refresh();
        this.clients.get(0).readResource("skill://shop/returns/SKILL.md");
        assertThat(read("shop", "returns", "forms/letter.md")).contains("Load it with load_skill");
    }

    // SKL-14
    @Test
    void skillThatIsNotListedIsLoadedByItsUri() {
        addBoth();
        assertThat(load("shop", "skill://shop/daily/SKILL.md")).contains("Today: 42");
        assertThat(load("shop", "daily")).contains("has no skill \"daily\"");
    }

    // SKL-A13
    @Test
    void hiddenCharactersAreShownToModelsAsCodes() {
        this.one.change("daily/SKILL.md", "---\nname: daily\ndescription: The figures of today\n---\na\u200bb\n");
        addBoth();
        this.registry.refresh();
        assertThat(load("shop", "daily"))
                .contains("a\\u200bb")
                .contains("hidden characters")
                .doesNotContain("\u200b");
    }

    @Test
    void longTextIsCutAndBinaryFilesAreDescribed() {
        this.one.change("daily/long.md", "x".repeat(5000)).change("daily/data.bin", "\u0000");
        this.one.http();
        addBoth();
        this.registry.refresh();
        String handle = handle(load("shop", "daily"));
        assertThat(read("shop", handle, "long.md"))
                .contains("cut after 1000 of 5000")
                .hasSizeLessThan(2000);
    }

    // the text of a server cannot end the marks
    @Test
    void marksAreNotPredictable() {
        addBoth();
        this.registry.refresh();
        String first = load("shop", "daily");
        String second = load("shop", "daily");
        assertThat(first.substring(first.indexOf("<<"), first.indexOf("<<") + 18))
                .isNotEqualTo(second.substring(second.indexOf("<<"), second.indexOf("<<") + 18));
    }

    // what a model can react to is a text
    @Test
    void failuresAreTexts() {
        this.one.serve("daily/SKILL.md", "lie");
        addBoth();
        this.registry.refresh();

        assertThat(load("shop", "daily")).contains("The function failed").doesNotContain("lie");
        assertThat(function(0).call(Map.of(), DEFAULTS)).contains("\"server\" is missing");
        assertThat(function(0).call(Map.of("server", "shop", "skill", 1), DEFAULTS))
                .contains("\"skill\" is missing");
    }

    // SKL-66: a denial reaches the model as such
    @Test
    void denialIsAText() {
        add(this.one
                .builder("shop")
                .extension(McpSkillsExtension.of(McpSkillSettings.defaults().withApproval(McpSkillApprovalPolicy.ALL))
                        .withApproval(request -> McpSkillApprovalDecision.deny("Ask the owner"))));
        this.registry.refresh();
        assertThat(load("shop", "daily")).isEqualTo("The skill was not approved: Ask the owner");
        assertThat(this.one.reads()).isEmpty();
    }

    @Test
    void catalogIsBoundedAndCleaned() {
        addBoth();
        this.registry.refresh();
        assertThat(this.functions.catalog())
                .contains("- server \"shop\", skill \"returns\": Handle a return of goods\n")
                .contains("load_skill");

        for (int i = 0; i < 30; i++) {
            this.one.add("s" + i, "{\"name\":\"s" + i + "\",\"description\":\"" + "d".repeat(60) + "\\u202e\"}", "x");
        }
        this.registry.refresh();
        assertThat(this.functions.catalog())
                .containsPattern("\\d+ more skills are not listed")
                .doesNotContain("\u202e")
                .hasSizeLessThan(1400);
        assertThat(this.one.reads()).isEmpty();
    }

    @Test
    void schemasAreObjectsWithRequiredTexts() {
        assertThat(this.functions.functions())
                .extracting(McpModelFunction::name)
                .containsExactly("load_skill", "read_skill_file");
        assertThat(SkillServer.JSON.readTree(function(1).inputSchema().text()).toString())
                .isEqualTo(SkillServer.JSON
                        .readTree(
                                "{\"type\":\"object\",\"properties\":{\"server\":{\"type\":\"string\",\"description\":"
                                        + "\"Name of the MCP server of the skill\"},\"skill\":{\"type\":\"string\",\"description\":"
                                        + "\"What the skill was loaded as, as load_skill has returned\"},\"path\":{\"type\":\"string\","
                                        + "\"description\":\"Path of the file, relative to the skill\"}},\"required\":[\"server\",\"skill\",\"path\"]}")
                        .toString());
        assertThat(function(0).description()).isNotBlank();
    }
}
