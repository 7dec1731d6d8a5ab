package io.mcpclient.console.internal.tool;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;

import io.mcpclient.registry.McpRegisteredTool;
import io.mcpclient.schema.JsonObject;
import io.mcpclient.schema.Tool;

import static org.assertj.core.api.Assertions.assertThat;

class SeenToolsTests {

    private final SeenTools seen = new SeenTools();

    private static McpRegisteredTool tool(String server, String description) {
        return new McpRegisteredTool(
                "measure", server, Tool.of("measure", description, JsonObject.of(Map.of("type", "object"))), true);
    }

    @Test
    void eachUserHasSeenWhatThisUserHasSeen() {
        McpRegisteredTool first = tool("weather", "first");
        McpRegisteredTool second = tool("weather", "second");
        assertThat(this.seen.before("ada", first)).isNull();

        this.seen.see("ada", second);

        assertThat(this.seen.before("ada", second)).isNull();
        assertThat(this.seen.before("bob", second)).isEqualTo(first.tool());
        assertThat(this.seen.before("ada", first)).isEqualTo(second.tool());
    }

    @Test
    void toolsOfServersAreDifferentTools() {
        assertThat(this.seen.before("", tool("weather", "first"))).isNull();
        assertThat(this.seen.before("", tool("notes", "second"))).isNull();
    }

    @Test
    void differencesAreLimitedInNumberAndLength() {
        Map<String, Object> many = new TreeMap<>();
        for (int i = 0; i < 80; i++) {
            many.put("p" + i, "x".repeat(10_000));
        }

        List<Difference> found = Difference.between(Map.of("a", 1), Map.of("a", Map.of("b", 2), "c", many));
        List<Difference> members = Difference.between(Map.of("c", Map.of()), Map.of("c", many));

        assertThat(found).extracting(Difference::path).contains("a", "c");
        assertThat(members).hasSize(50).allSatisfy(one -> assertThat(one.now()).hasSize(4000));
    }
}
