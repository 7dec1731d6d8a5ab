package io.mcpclient.registry;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import ch.qos.logback.classic.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.registry.McpToolNaming.Prefix;
import io.mcpclient.registry.McpToolNaming.Style;
import io.mcpclient.registry.ToolNameAllocator.Key;
import io.mcpclient.schema.Tool;
import io.mcpclient.support.Loggers;
import io.mcpclient.testkit.CapturedLog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ToolNameAllocatorTests {

    private static final Key MAIL_SEND = new Key("mail", "send");

    private static final Key CHAT_SEND = new Key("chat", "send");

    private final ToolNameAllocator names = new ToolNameAllocator(McpToolNaming.defaults());

    @Test
    void ofWhenTheNameIsUniqueKeepsIt() {
        this.names.add(List.of(MAIL_SEND));
        assertThat(this.names.of(MAIL_SEND)).isEqualTo("send");
    }

    // I03, TOOL-10, TOOL-11: no order decides who owns a name that two servers have
    @Test
    void ofWhenTwoServersHaveTheNamePrefixesBoth() {
        this.names.add(List.of(MAIL_SEND));
        this.names.add(List.of(CHAT_SEND));
        assertThat(this.names.of(MAIL_SEND)).isEqualTo("mail_send");
        assertThat(this.names.of(CHAT_SEND)).isEqualTo("chat_send");
    }

    // I04: a name that a tool gave up is not given to another
    @Test
    void ofWhenTheFirstOwnerIsRemovedDoesNotReuseItsName() {
        this.names.add(List.of(MAIL_SEND));
        assertThat(this.names.of(MAIL_SEND)).isEqualTo("send");
        // mail offers nothing any more, chat begins to offer a tool of the same name
        this.names.add(List.of(CHAT_SEND));
        assertThat(this.names.of(CHAT_SEND)).isEqualTo("chat_send");
    }

    @Test
    void ofWhenPrefixedNameEqualsAnUnprefixedOneChangesBoth() {
        Key bare = new Key("other", "mail_send");
        this.names.add(List.of(MAIL_SEND, CHAT_SEND, bare));
        assertThat(List.of(this.names.of(MAIL_SEND), this.names.of(CHAT_SEND), this.names.of(bare)))
                .doesNotHaveDuplicates()
                .doesNotContain("send", "mail_send");
    }

    // F30: odd names are mapped to safe ones that are unique
    @ParameterizedTest
    @CsvSource({"get.weather,get_weather", "a b/c,a_b_c", "größe,gr__e", "zero\u200Bwidth,zero_width", "__,__"})
    void ofReplacesUnsafeCharacters(String tool, String expected) {
        Key key = new Key("s", tool);
        this.names.add(List.of(key));
        assertThat(this.names.of(key)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\u67e5\u8be2", "...", "\ud83d\ude00"})
    void ofWhenNothingIsLeftOfTheNameHashesIt(String tool) {
        Key key = new Key("s", tool);
        Key other = new Key("s", "\u5929\u6c14");
        this.names.add(List.of(key, other));
        assertThat(this.names.of(key)).matches("_+[0-9a-f]{16}").isNotEqualTo(this.names.of(other));
        ToolNameAllocator always = new ToolNameAllocator(new McpToolNaming(Prefix.ALWAYS, "_", 64));
        always.add(List.of(key));
        assertThat(always.of(key)).matches("s_+[0-9a-f]{16}");
    }

    /** Gemini refuses a prompt with other names: https://github.com/cline/cline/issues/7339. */
    @ParameterizedTest
    @CsvSource({
        "ON_CONFLICT,s,21st_magic,_21st_magic",
        "ON_CONFLICT,s,-x,_-x",
        "ON_CONFLICT,s,.x,_x",
        "ON_CONFLICT,1c,reload,reload",
        "ALWAYS,1c,reload,_1c_reload",
        "ALWAYS,-c,1,_-c_1",
        "ALWAYS,s,1,s_1",
        "ALWAYS,1,call_tool,_1_call_tool"
    })
    void ofBeginsWithALetterOrUnderscore(Prefix prefix, String server, String tool, String expected) {
        ToolNameAllocator allocator = new ToolNameAllocator(new McpToolNaming(prefix, "_", 64));
        Key key = new Key(server, tool);
        allocator.add(List.of(key));
        assertThat(allocator.of(key)).isEqualTo(expected);
    }

    @Test
    void ofWhenTheUnderscoreExceedsTheLimitCutsAndHashes() {
        Key fits = new Key("s", "1".repeat(63));
        Key isLonger = new Key("s", "1".repeat(64));
        this.names.add(List.of(fits, isLonger));
        assertThat(this.names.of(fits)).isEqualTo("_" + "1".repeat(63));
        assertThat(this.names.of(isLonger)).hasSize(64).matches("_1{46}_[0-9a-f]{16}");
    }

    @Test
    void ofWhenTheUnderscoreMakesNamesEqualChangesBoth() {
        Key digit = new Key("s", "1x");
        Key underscore = new Key("s", "_1x");
        this.names.add(List.of(digit, underscore));
        assertThat(this.names.of(digit)).isEqualTo("s_1x");
        assertThat(this.names.of(underscore)).isEqualTo("s__1x");
    }

    @Test
    void ofWhenSanitizedNamesOfOneServerCollideMakesThemUnique() {
        Key dot = new Key("s", "a.b");
        Key slash = new Key("s", "a/b");
        this.names.add(List.of(dot, slash));
        assertThat(this.names.of(dot)).isNotEqualTo(this.names.of(slash)).matches("s_a_b_[0-9a-f]{16}");
    }

    @Test
    void ofWhenNamesAreLongerThanTheLimitCutsAndHashesThem() {
        Key first = new Key("s", "x".repeat(100) + "1");
        Key second = new Key("s", "x".repeat(100) + "2");
        this.names.add(List.of(first, second));
        assertThat(this.names.of(first)).hasSize(64).matches("[A-Za-z0-9_-]{1,64}");
        assertThat(this.names.of(second)).hasSize(64).isNotEqualTo(this.names.of(first));
    }

    @Test
    void ofWhenPrefixIsAlwaysPrefixesASingleTool() {
        ToolNameAllocator always = new ToolNameAllocator(new McpToolNaming(Prefix.ALWAYS, "-", 64));
        always.add(List.of(MAIL_SEND));
        assertThat(always.of(MAIL_SEND)).isEqualTo("mail-send");
    }

    @ParameterizedTest
    @EnumSource(Prefix.class)
    void ofWhenServerHasAPrefixUsesItWhateverTheNamingIs(Prefix naming) {
        ToolNameAllocator prefixed = new ToolNameAllocator(
                new McpToolNaming(naming, "_", 64), server -> server.equals("mail") ? "post" : null);
        prefixed.add(List.of(MAIL_SEND, CHAT_SEND));
        assertThat(prefixed.of(MAIL_SEND)).isEqualTo("post_send");
    }

    @ParameterizedTest
    @EnumSource(Prefix.class)
    void ofWhenServersShareAPrefixHashesEqualNames(Prefix naming) {
        ToolNameAllocator shared = new ToolNameAllocator(new McpToolNaming(naming, "_", 64), server -> "all");
        shared.add(List.of(MAIL_SEND, CHAT_SEND));
        assertThat(shared.of(MAIL_SEND)).matches("all_send_[0-9a-f]{16}").isNotEqualTo(shared.of(CHAT_SEND));
    }

    @Test
    void ofWhenPrefixIsNeverHashesEqualNames() {
        ToolNameAllocator never = new ToolNameAllocator(new McpToolNaming(Prefix.NEVER, "_", 64));
        never.add(List.of(MAIL_SEND, CHAT_SEND));
        assertThat(never.of(MAIL_SEND)).matches("send_[0-9a-f]{16}").isNotEqualTo(never.of(CHAT_SEND));
    }

    // I03: a deliberate hash collision does not take over the name of another tool
    @Test
    void snapshotOmitsAllToolsWithADuplicateName() {
        McpRegisteredTool mine = tool("send_1", "mail");
        McpRegisteredTool stolen = tool("send_1", "evil");
        McpRegisteredTool other = tool("read", "mail");

        McpToolSnapshot snapshot = new McpToolSnapshot(1, List.of(mine, other, stolen));

        assertThat(snapshot.tools()).containsExactly(other);
        assertThat(snapshot.find("send_1")).isEmpty();
        assertThat(snapshot.find("read")).contains(other);
    }

    /** Makes each of the servers join after the one before it. */
    private static ToolNameAllocator joined(ToolNameAllocator names, String... servers) {
        for (int i = 0; i < servers.length; i++) {
            names.joined(servers[i], i);
        }
        return names;
    }

    // I04: what a model knows a tool by does not change because a server is added
    @ParameterizedTest
    @CsvSource({"ON_CONFLICT,send,chat_send", "NEVER,send,send_[0-9a-f]{16}", "ALWAYS,mail_send,chat_send"})
    void ofWhenServerJoinedLaterRenamesItsToolAlone(Prefix prefix, String mail, String chat) {
        ToolNameAllocator later = joined(new ToolNameAllocator(new McpToolNaming(prefix, "_", 64)), "mail", "chat");
        later.add(List.of(MAIL_SEND));

        assertThat(later.add(List.of(CHAT_SEND))).doesNotContain(MAIL_SEND);

        assertThat(later.of(MAIL_SEND)).isEqualTo(mail);
        assertThat(later.of(CHAT_SEND)).matches(chat);
    }

    @Test
    void ofWhenPrefixedNameOfLaterServerIsTakenHashesIt() {
        Key taken = new Key("mail", "chat_send");
        joined(this.names, "mail", "chat").add(List.of(MAIL_SEND, taken));
        this.names.add(List.of(CHAT_SEND));
        assertThat(this.names.of(taken)).isEqualTo("chat_send");
        assertThat(this.names.of(CHAT_SEND)).matches("chat_send_[0-9a-f]{16}");
    }

    // I03, I04: a name does not change hands, not even to the server that was there first
    @Test
    void ofWhenOlderServerListsTheNameLaterPrefixesBoth() {
        joined(this.names, "mail", "chat").add(List.of(CHAT_SEND));
        this.names.add(List.of(MAIL_SEND));
        assertThat(this.names.of(CHAT_SEND)).isEqualTo("chat_send");
        assertThat(this.names.of(MAIL_SEND)).isEqualTo("mail_send");
    }

    // I03: the hash of a name is no secret, so another server may offer a tool of that name
    @Test
    void ofWhenHashedNameOfLaterServerIsTakenDeliberatelyRenamesTheOther() {
        ToolNameAllocator copy = new ToolNameAllocator(new McpToolNaming(Prefix.NEVER, "_", 64));
        copy.add(List.of(MAIL_SEND, CHAT_SEND));
        String hashed = copy.of(CHAT_SEND);
        Key squatter = new Key("mail", hashed);
        ToolNameAllocator never =
                joined(new ToolNameAllocator(new McpToolNaming(Prefix.NEVER, "_", 64)), "mail", "chat");

        never.add(List.of(MAIL_SEND, squatter));
        never.add(List.of(CHAT_SEND));

        assertThat(never.of(CHAT_SEND)).isEqualTo(hashed);
        assertThat(never.of(squatter)).isNotEqualTo(hashed).startsWith("send_");
    }

    @Test
    void ofWhenPrefixOfServerChangesBuildsANewNameAndKeepsTheOldOneReserved() {
        AtomicReference<String> prefix = new AtomicReference<>("post");
        ToolNameAllocator changing =
                new ToolNameAllocator(McpToolNaming.defaults(), server -> server.equals("mail") ? prefix.get() : null);
        changing.add(List.of(MAIL_SEND));
        prefix.set("mails");
        changing.add(List.of(MAIL_SEND));
        Key other = new Key("chat", "post_send");
        changing.add(List.of(other));
        assertThat(changing.of(MAIL_SEND)).isEqualTo("mails_send");
        assertThat(changing.of(other)).isEqualTo("chat_post_send");
    }

    // A server cannot offer itself as a tool of this library
    @ParameterizedTest
    @CsvSource({
        "s,search_tools,s_search_tools",
        "s,call_tool,s_call_tool",
        "s,list_resources,s_list_resources",
        "s,read_resource,s_read_resource",
        "s,read_result,s_read_result",
        "s,search.tools,s_search_tools",
        "s,call tool,s_call_tool",
        "s,search-tools,search-tools",
        "search,tools,tools"
    })
    void ofWhenNameIsReservedByTheLibraryPrefixesIt(String server, String tool, String expected) {
        Key key = new Key(server, tool);
        this.names.add(List.of(key));
        assertThat(this.names.of(key)).isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource(Prefix.class)
    void ofWhenPrefixedNameIsReservedByTheLibraryHashesIt(Prefix prefix) {
        Key key = new Key("search", "tools");
        Key reserved = new Key("s", "search_tools");
        ToolNameAllocator prefixed = new ToolNameAllocator(
                new McpToolNaming(prefix, "_", 64), server -> server.equals("search") ? "search" : null);
        prefixed.add(List.of(key, reserved));
        assertThat(prefixed.of(key)).matches("search_tools_[0-9a-f]{16}");
        assertThat(prefixed.of(reserved)).isNotEqualTo("search_tools");
    }

    @Test
    void ofPromptsReservesNoNames() {
        ToolNameAllocator prompts =
                ToolNameAllocator.ofPrompts(McpToolNaming.defaults().withNamer((server, prompt, name) -> "chosen"));
        Key key = new Key("s", "search_tools");
        prompts.add(List.of(key));
        assertThat(prompts.of(key)).isEqualTo("search_tools");
    }

    @ParameterizedTest
    @CsvSource({
        "ON_CONFLICT,my-files,get-sum,get_sum",
        "ALWAYS,my-files,get-sum,my_files-get_sum",
        "ON_CONFLICT,s,search-tools,s-search_tools",
        "ON_CONFLICT,s,get_sum,get_sum"
    })
    void ofWhenStyleIsUnderscoresWritesNamesWithoutHyphens(Prefix prefix, String server, String tool, String expected) {
        ToolNameAllocator snake =
                new ToolNameAllocator(new McpToolNaming(prefix, "-", 64).withStyle(Style.UNDERSCORES));
        Key key = new Key(server, tool);
        snake.add(List.of(key));
        assertThat(snake.of(key)).isEqualTo(expected);
    }

    @Test
    void ofWhenStyleCausesEqualNamesMakesThemUnique() {
        ToolNameAllocator snake =
                new ToolNameAllocator(McpToolNaming.defaults().withStyle(Style.UNDERSCORES), server -> "my-docs");
        Key hyphen = new Key("s", "get-sum");
        Key underscore = new Key("s", "get_sum");
        snake.add(List.of(hyphen, underscore));
        assertThat(snake.of(hyphen)).matches("my_docs_get_sum_[0-9a-f]{16}").isNotEqualTo(snake.of(underscore));
    }

    private static ToolNameAllocator chosen(McpToolNamer namer) {
        return new ToolNameAllocator(McpToolNaming.defaults().withNamer(namer));
    }

    @Test
    void ofWhenApplicationChoosesANameUsesIt() {
        ToolNameAllocator chosen = chosen((server, tool, name) -> server.equals("mail") ? "mail" + name : null);
        chosen.add(List.of(MAIL_SEND, CHAT_SEND));
        assertThat(chosen.of(MAIL_SEND)).isEqualTo("mailsend");
        assertThat(chosen.of(CHAT_SEND)).isEqualTo("send");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a.b", "gr\u00f6\u00dfe", "a\u200bb", "search_tools", "send", "read"})
    void ofWhenChosenNameCannotBeUsedFallsBack(String name) {
        Key read = new Key("mail", "read");
        ToolNameAllocator chosen = chosen((server, tool, before) -> tool.equals("send") ? name : null);
        chosen.add(List.of(MAIL_SEND, read));
        assertThat(chosen.of(MAIL_SEND)).isEqualTo("send");
        assertThat(chosen.of(read)).isEqualTo(name.equals("read") ? "mail_read" : "read");
    }

    @Test
    void ofWhenChosenNameIsTooLongFallsBack() {
        ToolNameAllocator chosen = chosen((server, tool, name) -> "x".repeat(65));
        chosen.add(List.of(MAIL_SEND));
        assertThat(chosen.of(MAIL_SEND)).isEqualTo("send");
    }

    @Test
    void ofWhenApplicationChoosesOneNameForSeveralToolsFallsBackForAll() {
        ToolNameAllocator chosen = chosen((server, tool, name) -> "same");
        Key read = new Key("mail", "read");
        chosen.add(List.of(MAIL_SEND, CHAT_SEND, read));
        assertThat(List.of(chosen.of(MAIL_SEND), chosen.of(CHAT_SEND), chosen.of(read)))
                .containsExactly("mail_send", "chat_send", "read");
    }

    @Test
    void ofWhenNamerFailsFallsBack() {
        ToolNameAllocator chosen = chosen((server, tool, name) -> {
            throw new IllegalStateException("no names today");
        });
        chosen.add(List.of(MAIL_SEND));
        assertThat(chosen.of(MAIL_SEND)).isEqualTo("send");
    }

    // I04: the name of a tool does not change because the namer changes its mind
    @Test
    void ofWhenNamerReturnsAnotherNameLaterKeepsTheFirst() {
        AtomicInteger calls = new AtomicInteger();
        ToolNameAllocator chosen = chosen((server, tool, name) -> "send" + calls.incrementAndGet());
        chosen.add(List.of(MAIL_SEND));
        chosen.add(List.of(MAIL_SEND));
        assertThat(chosen.of(MAIL_SEND)).isEqualTo("send1");
    }

    @Test
    void namesThatCannotBeUsedAreLoggedOncePerServer() {
        CapturedLog log = CapturedLog.of(Loggers.TOOLS).open();
        try (log) {
            chosen((server, tool, name) -> "a\nb").add(List.of(MAIL_SEND, new Key("mail", "re\u001bad"), CHAT_SEND));
        }
        assertThat(log.messages(Level.WARN))
                .hasSize(2)
                .first()
                .asString()
                .startsWith("MCP server \"mail\", tool \"send\": the McpToolNamer returned \"a b\", but");
        assertThat(log.messages()).noneMatch(message -> message.contains("\u001b"));
    }

    private static McpRegisteredTool tool(String name, String server) {
        return new McpRegisteredTool(name, server, Tool.of(name, null, "{\"type\":\"object\"}"), true);
    }

    static Stream<Long> seeds() {
        return IntStream.range(0, 20).mapToObj(Long::valueOf);
    }

    // I03: the same set of tools gets the same names in whatever order they become known
    @ParameterizedTest
    @MethodSource("seeds")
    void ofDoesNotDependOnTheOrderOfArrival(long seed) {
        Random random = new Random(seed);
        List<String> words = List.of("a", "b", "a_b", "a.b", "b_a", "send", "é", "call_tool", "x".repeat(70));
        List<Key> tools = IntStream.range(0, 40)
                .mapToObj(
                        i -> new Key(words.get(random.nextInt(words.size())), words.get(random.nextInt(words.size()))))
                .distinct()
                .collect(Collectors.toCollection(ArrayList::new));
        List<String> expected = namesOf(tools, tools);

        List<Key> shuffled = new ArrayList<>(tools);
        Collections.shuffle(shuffled, random);

        assertThat(namesOf(shuffled, tools)).isEqualTo(expected).doesNotHaveDuplicates();
    }

    private static List<String> namesOf(List<Key> arrival, List<Key> order) {
        ToolNameAllocator names = chosen((server, tool, name) -> tool.equals("send") ? "a_b" : null);
        arrival.forEach(tool -> names.add(List.of(tool)));
        return order.stream().map(names::of).toList();
    }

    // I04: no name is ever that of another tool, and a server does not rename the tools of older ones
    @ParameterizedTest
    @MethodSource("seeds")
    void namesAreNeverReassignedAndLaterServersRenameNoOthers(long seed) {
        Random random = new Random(seed);
        List<String> words = List.of("a", "b", "a_b", "b_a", "send", "call_tool");
        List<String> servers = List.of("a", "b", "send", "a_b", "c");
        ToolNameAllocator names = new ToolNameAllocator(McpToolNaming.defaults());
        Map<String, Key> owners = new HashMap<>();
        Map<Key, String> before = new HashMap<>();
        for (int joined = 0; joined < servers.size(); joined++) {
            names.joined(servers.get(joined), joined);
            for (int i = 0; i < 8; i++) {
                Key added = new Key(servers.get(joined), words.get(random.nextInt(words.size())));
                names.add(List.of(added));
                before.putIfAbsent(added, names.of(added));
                before.forEach((tool, name) -> {
                    assertThat(owners.computeIfAbsent(names.of(tool), unused -> tool))
                            .isEqualTo(tool);
                    assertThat(tool.server().equals(added.server()) ? name : names.of(tool))
                            .isEqualTo(name);
                });
                before.replaceAll((tool, name) -> names.of(tool));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Prefix.class)
    void ofWhenAServerHasTooManyNamesStaysUniqueAndBounded(Prefix prefix) {
        ToolNameAllocator names = new ToolNameAllocator(new McpToolNaming(prefix, "_", 64));
        List<Key> flood =
                IntStream.range(0, 10_050).mapToObj(i -> new Key("s", "t" + i)).toList();
        names.add(flood);
        assertThat(flood.stream().map(names::of)).doesNotHaveDuplicates();
        assertThat(names.of(flood.get(10_049))).matches(".*t10049_[0-9a-f]{16}");
    }

    @Test
    void namingWhenSeparatorOrLengthIsIllegalReportsIt() {
        assertThatThrownBy(() -> new McpToolNaming(Prefix.ALWAYS, "/", 64)).hasMessageContaining("separator");
        assertThatThrownBy(() -> new McpToolNaming(Prefix.ALWAYS, "_", 8)).hasMessageContaining("max-name-length");
    }
}
