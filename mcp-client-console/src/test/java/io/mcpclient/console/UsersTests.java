package io.mcpclient.console;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import tools.jackson.databind.JsonNode;

import io.mcpclient.console.RawHttp.Response;
import io.mcpclient.test.McpTestServer;
import io.mcpclient.testkit.FakeModel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Two users of one application, which protects itself against forged requests. */
class UsersTests {

    private static final String API = "/mcp-console/api/";

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static final McpTestServer NOTES = DemoServers.notes();

    private static ConsoleApplication application;

    private static final FakeModel MODEL = new FakeModel();

    @Configuration(proxyBeanMethods = false)
    static class Protected {

        @Bean
        ChatModel model() {
            return OpenAiChatModel.builder()
                    .baseUrl(MODEL.openAiUrl())
                    .apiKey("fake")
                    .modelName("fake")
                    .build();
        }

        @Bean
        SecurityFilterChain chain(HttpSecurity http) {
            return http.authorizeHttpRequests(rules -> rules.anyRequest().authenticated())
                    .httpBasic(Customizer.withDefaults())
                    .build();
        }

        @Bean
        UserDetailsService users() {
            return new InMemoryUserDetailsManager(
                    User.withUsername("ada").password("{noop}a").build(),
                    User.withUsername("bob").password("{noop}b").build());
        }
    }

    @BeforeAll
    static void start() {
        application = ConsoleApplication.withConsole()
                .withSpringSecurity()
                .source(Protected.class)
                .server(NOTES)
                .start();
        await().atMost(LIMIT)
                .untilAsserted(
                        () -> assertThat(as("ada").get(API + "tools").body()).contains("share_note"));
    }

    @AfterAll
    static void stop() {
        application.close();
        NOTES.close();
        MODEL.close();
    }

    private static String credentials(String user) {
        byte[] pair = (user + ":" + user.charAt(0)).getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(pair);
    }

    private static RawHttp as(String user) {
        return RawHttp.likeThePage(application.port()).header("Authorization", credentials(user));
    }

    /** As the page does: with the token that the application expects, and the cookie of its session. */
    private static RawHttp withToken(String user) {
        Response session = as(user).get(API + "session");
        return as(user).header("Cookie", session.header("Set-Cookie").split(";")[0])
                .header(find(session.body(), "csrfHeader"), find(session.body(), "csrfToken"));
    }

    private static String find(String json, String member) {
        Matcher matcher = Pattern.compile("\"" + member + "\":\"?([^\",}]+)").matcher(json);
        assertThat(matcher.find()).as(json).isTrue();
        return matcher.group(1);
    }

    @Test
    void requestWithoutTheTokenOfTheApplicationIsRejected() {
        assertThat(as("ada")
                        .post(API + "servers/refresh", "{\"server\":\"notes\"}")
                        .status())
                .isIn(401, 403);
        assertThat(withToken("ada")
                        .post(API + "servers/refresh", "{\"server\":\"notes\"}")
                        .status())
                .isEqualTo(204);
    }

    @Test
    void callsAndRequestsOfAUserAreNotVisibleToOthers() {
        Response started =
                withToken("ada").post(API + "calls", "{\"tool\":\"delete_note\",\"arguments\":{\"name\":\"secret\"}}");
        assertThat(started.status()).isEqualTo(200);
        String id = find(started.body(), "id");
        await().atMost(LIMIT).untilAsserted(() -> assertThat(
                        as("ada").get(API + "calls/one?id=" + id).body())
                .contains("deleted secret"));

        assertThat(as("bob").get(API + "calls").body()).isEqualTo("[]");
        assertThat(as("bob").get(API + "calls/one?id=" + id).status()).isEqualTo(404);
        assertThat(as("ada").get(API + "wire").body()).contains("delete_note");
        assertThat(as("bob").get(API + "wire").body())
                .doesNotContain("delete_note")
                .contains("tools/list");
    }

    @Test
    void questionReachesTheUserWhoCallsTheTool() {
        RawHttp ada = withToken("ada");
        RawHttp bob = withToken("bob");
        try (Events adas = openPage("ada");
                Events bobs = openPage("bob")) {
            await().atMost(LIMIT).untilAsserted(() -> {
                assertThat(adas.received()).contains("event:hello");
                assertThat(bobs.received()).contains("event:hello");
            });
            Response started = ada.post(API + "calls", "{\"tool\":\"share_note\",\"arguments\":{}}");
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(adas.received()).contains("event:question"));
            String question = find(as("ada").get(API + "questions").body(), "id");

            assertThat(as("bob").get(API + "questions").body()).isEqualTo("[]");
            String decision = "{\"id\":\"" + question + "\",\"action\":\"accept\",\"content\":{\"name\":\"x\"}}";
            assertThat(bob.post(API + "questions/decide", decision).status()).isEqualTo(404);
            assertThat(ada.post(API + "questions/decide", decision).status()).isEqualTo(204);

            String id = find(started.body(), "id");
            await().atMost(LIMIT).untilAsserted(() -> assertThat(
                            as("ada").get(API + "calls/one?id=" + id).body())
                    .contains("accept {name=x}"));
            assertThat(bobs.received()).doesNotContain("event:question");
        }
    }

    @Test
    void conversationOfAUserIsNotVisibleToOthers() {
        MODEL.thenCall("share_note", "{}").thenSayResults();
        try (Events adas = openPage("ada");
                Events bobs = openPage("bob")) {
            await().atMost(LIMIT).untilAsserted(() -> {
                assertThat(adas.received()).contains("event:hello");
                assertThat(bobs.received()).contains("event:hello");
            });
            ChatApi ada = new ChatApi(withToken("ada"));
            ChatApi bob = new ChatApi(withToken("bob"));

            long conversation = ada.send("Share my note");
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(adas.received()).contains("event:question"));
            assertThat(bob.get("questions")).isEmpty();
            String question = ada.get("questions").at("/0/id").asString();
            ada.post(
                    "questions/decide",
                    Map.of("id", question, "action", "accept", "content", Map.of("name", "secret")));
            JsonNode steps = ada.ended(conversation);

            assertThat(steps.toString()).contains("accept {name=secret}");
            long wire = steps.at("/1/tool/wire").asLong();
            long run = steps.at("/1/tool/run").asLong();
            assertThat(ada.get("wire/one?id=" + wire).path("subject").asString())
                    .isEqualTo("share_note");
            for (String hidden : List.of("chat/one?id=" + conversation, "wire/one?id=" + wire, "calls/one?id=" + run)) {
                assertThat(as("bob").get(API + hidden).status()).as(hidden).isEqualTo(404);
            }
            assertThat(bob.get("chat").path("conversations")).isEmpty();
            assertThat(bob.post("chat/cancel", Map.of("id", conversation)).status())
                    .isEqualTo(404);
            assertThat(bob.post("chat/delete", Map.of("id", conversation)).status())
                    .isEqualTo(404);
            assertThat(bobs.received()).doesNotContain("secret", "event:chat", "event:question");
        }
    }

    private static Events openPage(String user) {
        Response session = as(user).get(API + "session");
        return Events.open(
                application.port(),
                "Authorization",
                credentials(user),
                "Cookie",
                session.header("Set-Cookie").split(";")[0],
                find(session.body(), "csrfHeader"),
                find(session.body(), "csrfToken"));
    }
}
