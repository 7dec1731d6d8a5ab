package io.mcpclient.counterparts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.counterparts.ComparedChat.Outcome;
import io.mcpclient.registry.McpToolNaming;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a model is sent for the same results by this client and by the clients of Spring AI and LangChain4j: the tool messages in
 * requests to OpenAI's API. Writes a table to {@code target/result-comparison.md}.
 */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ResultComparisonTests {

    @RegisterExtension
    static final NodeHttpServer EVERYTHING = new NodeHttpServer(EverythingTests.PACKAGE, "streamableHttp");

    @TempDir
    static Path files;

    private final List<AutoCloseable> open = new ArrayList<>();

    private final List<ComparedChat> chats = new ArrayList<>();

    /** Outcomes by result, in the order of the chats. */
    private final Map<ComparedResult, List<Outcome>> outcomes = new LinkedHashMap<>();

    @BeforeAll
    void compare() throws IOException {
        files = files.toRealPath();
        Files.writeString(files.resolve("small.txt"), "hello file\n");
        Files.writeString(files.resolve("large.txt"), largeText());
        Files.write(files.resolve("picture.png"), Base64.getDecoder().decode(ComparedResult.DATA));

        ScriptedLegacyServer played = opened(ComparedResult.server());
        NodePackage filesystem = NodePackage.of("server-filesystem");
        ComparedChat.Servers servers = new ComparedChat.Servers(
                filesystem.command(files.toString()), List.of(EVERYTHING.url("/mcp"), played.url()));
        McpToolRegistry registry = registry(servers);
        this.chats.add(opened(ComparedChat.oursWithSpringAi(registry)));
        this.chats.add(opened(ComparedChat.oursWithLangChain4j(registry)));
        this.chats.add(opened(ComparedChat.springAi(servers)));
        this.chats.add(opened(ComparedChat.langChain4j(servers)));
        for (ComparedResult result : ComparedResult.all()) {
            this.outcomes.put(
                    result,
                    this.chats.stream()
                            .map(chat -> chat.run(result, files.toString()))
                            .toList());
        }
        Path target = Path.of(System.getProperty("basedir", "."), "target", "result-comparison.md");
        Files.createDirectories(target.getParent());
        Files.writeString(target, table());
    }

    /** 108,000 bytes. */
    private static String largeText() {
        String text = IntStream.range(1, 4000)
                .mapToObj(i -> "line " + i + " of the large file")
                .collect(Collectors.joining("\n"));
        return text.substring(0, 107_999) + "\n";
    }

    private McpToolRegistry registry(ComparedChat.Servers servers) {
        List<McpClient> clients = new ArrayList<>();
        List<String> command = servers.command();
        clients.add(McpClient.builder("files")
                .command(command.get(0), command.subList(1, command.size()).toArray(String[]::new))
                .build());
        for (String url : servers.urls()) {
            clients.add(McpClient.builder("server-" + clients.size()).url(url).build());
        }
        McpToolRegistry registry = McpToolRegistry.of(opened(new McpClients(clients)), McpToolNaming.defaults());
        opened(registry);
        clients.forEach(client -> client.session().start());
        Awaitility.await().until(() -> ComparedResult.all().stream()
                .allMatch(result -> registry.snapshot().find(result.tool()).isPresent()));
        return registry;
    }

    private <T extends AutoCloseable> T opened(T closeable) {
        this.open.add(0, closeable);
        return closeable;
    }

    @AfterAll
    void close() throws Exception {
        for (AutoCloseable each : this.open) {
            each.close();
        }
    }

    @Test
    void everyClientReceivedEveryResult() {
        assertThat(this.outcomes).hasSizeGreaterThanOrEqualTo(20);
        assertThat(this.outcomes.values()).allSatisfy(row -> assertThat(row).hasSize(4));
        assertThat(outcome("a file of 11 bytes"))
                .allSatisfy(outcome -> assertThat(outcome.text()).contains("hello file"));
        assertThat(outcome("text"))
                .allSatisfy(outcome -> assertThat(outcome.text()).contains("Echo: comparison"));
        assertThat(outcome("FastMCP: a string"))
                .allSatisfy(outcome -> assertThat(outcome.text()).contains("a string"));
    }

    @Test
    void thisClientSendsEachResultOnceAndWithoutBase64() {
        assertThat(this.outcomes)
                .allSatisfy((result, row) -> assertThat(row.subList(0, 2)).allSatisfy(outcome -> {
                    assertThat(outcome.failure()).isEmpty();
                    assertThat(outcome.text()).isNotBlank();
                    assertThat(occurrences(outcome.text(), result.probe()))
                            .as(outcome.text())
                            .isOne();
                    assertThat(outcome.hasBase64()).isFalse();
                }));
    }

    private List<Outcome> outcome(String title) {
        return this.outcomes.entrySet().stream()
                .filter(entry -> entry.getKey().title().equals(title))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow();
    }

    // the table

    private String table() {
        StringBuilder text =
                new StringBuilder("Characters that a model reads of a result (tool messages of the request).\n\n");
        line(text, "result", this.chats.stream().map(ComparedChat::name).toList());
        line(text, "---", this.chats.stream().map(chat -> "---:").toList());
        this.outcomes.forEach((result, row) -> line(
                text,
                result.title() + " (`" + result.tool() + "`)",
                row.stream().map(outcome -> cell(result, outcome)).toList()));
        List<Outcome> first = this.outcomes.values().iterator().next();
        line(text, "**all results**", sums());
        line(
                text,
                "definitions of all tools",
                first.stream().map(outcome -> number(outcome.definitions())).toList());
        text.append("\nThe beginning of the texts:\n\n");
        line(text, "result", this.chats.stream().map(ComparedChat::name).toList());
        line(text, "---", this.chats.stream().map(chat -> "---").toList());
        this.outcomes.forEach((result, row) -> line(
                text,
                result.title(),
                row.stream().map(ResultComparisonTests::beginning).toList()));
        return text.toString();
    }

    private static void line(StringBuilder text, String first, List<String> cells) {
        text.append("| ")
                .append(first)
                .append(" | ")
                .append(String.join(" | ", cells))
                .append(" |\n");
    }

    private static String cell(ComparedResult result, Outcome outcome) {
        if (!outcome.failure().isEmpty()) {
            return "the prompt fails";
        }
        List<String> remarks = new ArrayList<>();
        remarks.add(number(outcome.text().length()));
        int times = occurrences(outcome.text(), result.probe());
        if (times > 1) {
            remarks.add("repeated");
        } else if (times == 0) {
            remarks.add("lost");
        }
        if (outcome.hasBase64()) {
            remarks.add("Base64");
        }
        return String.join(", ", remarks);
    }

    private List<String> sums() {
        return IntStream.range(0, this.chats.size())
                .mapToObj(chat -> this.outcomes.values().stream()
                        .map(row -> row.get(chat))
                        .toList())
                .map(ResultComparisonTests::sum)
                .toList();
    }

    private static String sum(List<Outcome> column) {
        long failures =
                column.stream().filter(outcome -> !outcome.failure().isEmpty()).count();
        String characters = number(
                column.stream().mapToInt(outcome -> outcome.text().length()).sum());
        return (failures == 0) ? characters : characters + ", " + failures + " failed";
    }

    private static String beginning(Outcome outcome) {
        String text = (outcome.failure().isEmpty() ? outcome.text() : outcome.failure())
                .replace(files.toString(), "/dir")
                .replace("\n", "⏎")
                .replace("|", "¦")
                .replace('`', '\'');
        return text.isEmpty() ? "" : "`" + ((text.length() > 90) ? text.substring(0, 90) + "…" : text) + "`";
    }

    private static String number(int number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** How often a part occurs; once if there is nothing to look for. */
    static int occurrences(String text, String part) {
        return part.isEmpty() ? 1 : text.split(Pattern.quote(part), -1).length - 1;
    }
}
