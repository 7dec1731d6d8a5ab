package io.mcpclient.langchain4j;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.mcpclient.testkit.ChatApplication;
import io.mcpclient.testkit.FakeModel;
import io.mcpclient.testkit.FakeModelTurn;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;

/** Chats of an application with an AI service of LangChain4j and Gemini. */
@Timeout(60)
class GeminiChatTests {

    @Test
    void modelThatCallsToolsReadsTheirResults() {
        try (FakeModel model = new FakeModel();
                ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            server.on("GET").optionally().reply(Reply.status(405));
            try (ChatApplication application =
                    LangChain4jChat.startGemini(model, "mcp.servers.desk.url=" + server.url())) {
                application.awaitTools("echo");
                model.thenCall(new FakeModelTurn.Call("echo", "{\"n\":1}"), new FakeModelTurn.Call("echo", "{\"n\":2}"))
                        .thenSayResults();
                assertThat(application.chat("x")).isEqualTo("{\"n\":1}\n{\"n\":2}");
                assertThat(model.toolNames()).containsExactly("echo");
                assertThat(model.refusals()).isEmpty();
            }
        }
    }
}
