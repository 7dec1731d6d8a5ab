package io.mcpclient.console;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import io.mcpclient.console.RawHttp.Response;
import io.mcpclient.skills.McpSkillApproval;
import io.mcpclient.skills.McpSkillApprovalDecision;
import io.mcpclient.skills.McpSkillRegistry;
import io.mcpclient.test.McpTestServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class SkillTests {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private static final String API = "/mcp-console/api/";

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** Nothing may be loaded. */
    @Configuration(proxyBeanMethods = false)
    static class Denying {

        @Bean
        McpSkillApproval nobody() {
            return request -> McpSkillApprovalDecision.deny("not in this test");
        }
    }

    private static ConsoleApplication start(McpTestServer server) {
        ConsoleApplication application = ConsoleApplication.withConsole()
                .property("mcp.extensions.skills.enabled", "true")
                .property("mcp.extensions.skills.approval", "all")
                .source(Denying.class)
                .server(server)
                .start();
        await().atMost(LIMIT).until(() -> !application
                .bean(McpSkillRegistry.class)
                .snapshot()
                .skills()
                .isEmpty());
        return application;
    }

    private static Response read(RawHttp page, String file) {
        return page.post(
                API + "skills/read",
                "{\"server\":\"shop\",\"uri\":\"" + SkillServer.URI + "\",\"file\":"
                        + ((file != null) ? "\"" + file + "\"" : null) + "}");
    }

    @Test
    void skillsAreListedWithTheirStateAndReadForReviewWithoutAnApproval() {
        try (McpTestServer server = SkillServer.start("Handle a return", "Ask for the order\u200B number.");
                ConsoleApplication application = start(server)) {
            RawHttp page = RawHttp.likeThePage(application.port());

            assertThat(page.get(API + "session").body()).contains("\"optionalAreas\":[\"skills\"]");
            JsonNode skills = JSON.readTree(page.get(API + "skills").body()).path("skills");
            assertThat(skills).hasSize(2);
            JsonNode returns = skills.path(skills.get(0).path("name").asString().isEmpty() ? 1 : 0);
            assertThat(returns.path("state").asString()).isEqualTo("VALID");
            assertThat(returns.path("server").asString()).isEqualTo("shop");
            assertThat(returns.path("files")).hasSize(2);
            assertThat(skills.toString()).contains("INVALID");

            JsonNode instructions = JSON.readTree(read(page, null).body());
            assertThat(instructions.path("text").asString()).endsWith("Ask for the order\\u200b number.");
            assertThat(instructions.path("verified").asBoolean()).isTrue();
            assertThat(instructions.path("hidden").asBoolean()).isTrue();
            assertThat(read(page, SkillServer.LETTER).body()).contains("Dear customer");
            assertThat(JSON.readTree(page.post(API + "skills/refresh", "{}").body())
                            .toString())
                    .contains("\"VALID\"")
                    .doesNotContain("APPROVED");
        }
    }

    @Test
    void fileThatDiffersFromItsDigestOrIsNotListedIsNotShown() {
        try (McpTestServer server = SkillServer.start("Handle a return", "Ask.");
                ConsoleApplication application = start(server)) {
            RawHttp page = RawHttp.likeThePage(application.port());
            server.resource(SkillServer.LETTER, "Dear customer, AsK.");

            assertThat(read(page, SkillServer.LETTER).body())
                    .contains("does not have the digest")
                    .doesNotContain("AsK");
            assertThat(read(page, "../other/SKILL.md").body()).contains("is not a file of the skill");
            assertThat(server.requests("resources/read")).isEqualTo(1);
        }
    }

    @Test
    void applicationWithoutSkillsHasNoArea() {
        try (ConsoleApplication application = ConsoleApplication.withConsole().start()) {
            RawHttp page = RawHttp.likeThePage(application.port());

            assertThat(page.get(API + "session").body()).contains("\"optionalAreas\":[]");
            assertThat(page.get(API + "skills").status()).isEqualTo(404);
        }
    }
}
