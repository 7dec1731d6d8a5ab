package io.mcpclient.console;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import tools.jackson.databind.json.JsonMapper;

import io.mcpclient.schema.JsonObject;
import io.mcpclient.status.McpEra;
import io.mcpclient.support.store.Digest;
import io.mcpclient.test.McpTestServer;

/** A server with one skill. */
final class SkillServer {

    static final String URI = "skill://shop/returns/SKILL.md";

    static final String LETTER = "skill://shop/returns/letter.md";

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private SkillServer() {}

    /**
     * Starts the server.
     * @param description description of the skill
     * @param text text of its instructions, after the frontmatter
     */
    static McpTestServer start(String description, String text) {
        Map<String, String> files = new LinkedHashMap<>();
        files.put(URI, "---\nname: returns\ndescription: " + JSON.writeValueAsString(description) + "\n---\n" + text);
        files.put(LETTER, "Dear customer, " + text);
        McpTestServer server = McpTestServer.create("shop")
                .eras(McpEra.LEGACY)
                .capabilities(JsonObject.parse("""
                    {"tools": {}, "resources": {}, "extensions": {"io.modelcontextprotocol/skills": {}}}\
                    """).asMap());
        List<Map<String, Object>> manifest = files.entrySet().stream()
                .map(file -> Map.<String, Object>of(
                        "uri",
                        file.getKey(),
                        "size",
                        file.getValue().getBytes(StandardCharsets.UTF_8).length,
                        "digest",
                        "sha256:" + Digest.of(file.getValue().getBytes(StandardCharsets.UTF_8))))
                .toList();
        Map<String, Object> skill = Map.of(
                "uri",
                URI,
                "frontmatter",
                Map.of("name", "returns", "description", description),
                "resources",
                manifest);
        server.on("skills/list", request -> Map.of("skills", List.of(skill, Map.of("uri", "skill://shop/broken"))));
        server.on("skills/get", request -> Map.of("skill", skill));
        files.forEach(server::resource);
        return server;
    }
}
