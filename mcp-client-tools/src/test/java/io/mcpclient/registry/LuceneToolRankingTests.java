package io.mcpclient.registry;

import java.io.File;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.mcpclient.schema.JsonObject;
import io.mcpclient.schema.Tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class LuceneToolRankingTests {

    private final McpToolRanking ranking = McpToolRanking.lucene();

    private final McpToolSnapshot tools = new McpToolSnapshot(
            1,
            List.of(
                    tool("getForecast", "Returns the weather of the next days.", "city", "Name of the town"),
                    tool("send_mail", "Sends a message to somebody.", "recipient", "Address"),
                    tool("list_files", "Lists the documents in a folder.", "path", "Folder"),
                    tool("read_file", "Returns a document.", "path", "Path of the document"),
                    tool("translate", "Übersetzt einen Text.", "text", "Text")));

    private static McpRegisteredTool tool(String name, String description, String argument, String meaning) {
        JsonObject schema = JsonObject.of(Map.of(
                "type", "object", "properties", Map.of(argument, Map.of("type", "string", "description", meaning))));
        return new McpRegisteredTool(name, "office", Tool.of(name, description, schema), true);
    }

    @ParameterizedTest
    @CsvSource({
        "what will the weather be tomorrow,getForecast",
        "forecast,getForecast",
        "Forecasts for a town,getForecast",
        "mail,send_mail",
        "send messages,send_mail",
        "which files are in the folder,list_files",
        "recipient,send_mail",
        "text übersetzen,translate"
    })
    void bestMatchIsFirst(String query, String expected) {
        assertThat(this.ranking.rank(this.tools, query))
                .first()
                .extracting(McpRegisteredTool::name)
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"xylophone", "'+-!(){}[]^\"~*?:\\/'", "the"})
    void queryWithoutAMatchIsEmpty(String query) {
        assertThat(this.ranking.rank(this.tools, query)).isEmpty();
    }

    @Test
    void queryOfAnyLengthIsRanked() {
        assertThat(this.ranking.rank(this.tools, "mail ".repeat(100_000)))
                .extracting(McpRegisteredTool::name)
                .containsExactly("send_mail");
    }

    /** Each of these characters is a word. */
    @Test
    void queryOfManyDifferentWordsIsRanked() {
        StringBuilder query = new StringBuilder("mail ");
        for (char character = '\u4e00'; character < '\u5200'; character++) {
            query.append(character);
        }
        assertThat(this.ranking.rank(this.tools, query.toString()))
                .extracting(McpRegisteredTool::name)
                .containsExactly("send_mail");
    }

    @Test
    void missingLuceneLibraryIsReported() throws Exception {
        URL[] others = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.contains("lucene"))
                .map(entry -> url(Path.of(entry)))
                .toArray(URL[]::new);
        try (URLClassLoader without = new URLClassLoader(others, ClassLoader.getPlatformClassLoader())) {
            Method lucene = without.loadClass(McpToolRanking.class.getName()).getMethod("lucene");
            assertThatThrownBy(() -> lucene.invoke(null))
                    .cause()
                    .hasMessageContaining("mcp.tools.search needs Apache Lucene")
                    .hasMessageContaining("Add org.apache.lucene:lucene-core");
        }
    }

    private static URL url(Path entry) {
        try {
            return entry.toUri().toURL();
        } catch (MalformedURLException ex) {
            throw new IllegalStateException(ex);
        }
    }

    @Test
    void changedToolsAreIndexed() {
        assertThat(this.ranking.rank(this.tools, "invoice")).isEmpty();
        McpToolSnapshot changed = new McpToolSnapshot(2, List.of(tool("pay", "Pays an invoice.", "number", "Number")));
        assertThat(this.ranking.rank(changed, "invoices")).hasSize(1);
        assertThat(this.ranking.rank(changed, "mail")).isEmpty();
    }

    /** More text than Lucene keeps before it writes a segment. */
    @Test
    void toolsOfEqualRankKeepTheOrderOfTheRegistry() {
        List<McpRegisteredTool> equal = new ArrayList<>();
        String description = "Sorts things. " + "word ".repeat(1_900);
        for (int i = 0; i < 3_000; i++) {
            equal.add(tool("tool" + i, description, "argument", "Argument"));
        }
        assertThat(this.ranking.rank(new McpToolSnapshot(3, equal), "sort things"))
                .containsExactlyElementsOf(equal);
    }
}
