package io.mcpclient.registry;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import io.mcpclient.registry.McpToolNaming.Prefix;
import io.mcpclient.registry.ToolNameAllocator.Key;
import io.mcpclient.schema.Tool;

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
    void ofWhenPrefixedNameEqualsABareOneRaisesBoth() {
        Key bare = new Key("other", "mail_send");
        this.names.add(List.of(MAIL_SEND, CHAT_SEND, bare));
        assertThat(List.of(this.names.of(MAIL_SEND), this.names.of(CHAT_SEND), this.names.of(bare)))
                .doesNotHaveDuplicates()
                .doesNotContain("send", "mail_send");
    }

    // F30: odd names are mapped to safe ones that are unique
    @ParameterizedTest
    @CsvSource({"get.weather,get_weather", "a b/c,a_b_c", "größe,gr__e", "zero\u200Bwidth,zero_width", "'',_"})
    void ofReplacesUnsafeCharacters(String tool, String expected) {
        Key key = new Key("s", tool);
        this.names.add(List.of(key));
        assertThat(this.names.of(key)).isEqualTo(expected);
    }

    @Test
    void ofWhenUnusualNamesOfOneServerCollideMakesThemUnique() {
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
    void snapshotLeavesOutAllToolsWithOneName() {
        McpRegisteredTool mine = tool("send_1", "mail");
        McpRegisteredTool stolen = tool("send_1", "evil");
        McpRegisteredTool other = tool("read", "mail");

        McpToolSnapshot snapshot = new McpToolSnapshot(1, List.of(mine, other, stolen));

        assertThat(snapshot.tools()).containsExactly(other);
        assertThat(snapshot.find("send_1")).isEmpty();
        assertThat(snapshot.find("read")).contains(other);
    }

    private static McpRegisteredTool tool(String name, String server) {
        return new McpRegisteredTool(
                name,
                server,
                new Tool(name, null, null, Map.of("type", "object"), null, null, null, List.of(), null, Map.of()),
                true);
    }

    static Stream<Long> seeds() {
        return IntStream.range(0, 20).mapToObj(Long::valueOf);
    }

    // I03: the same set of tools gets the same names in whatever order they become known
    @ParameterizedTest
    @MethodSource("seeds")
    void ofDoesNotDependOnTheOrderOfArrival(long seed) {
        Random random = new Random(seed);
        List<String> words = List.of("a", "b", "a_b", "a.b", "b_a", "send", "é", "x".repeat(70));
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
        ToolNameAllocator names = new ToolNameAllocator(McpToolNaming.defaults());
        arrival.forEach(tool -> names.add(List.of(tool)));
        return order.stream().map(names::of).toList();
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
