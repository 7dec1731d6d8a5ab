package io.mcpclient.testkit;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What any integration with a framework does in an application: the model is offered tools, calls them, and reads the results. */
@Timeout(60)
public abstract class ChatContract extends ChatFixture {

    private ChatApplication start() {
        this.server.on("GET").optionally().reply(Reply.status(405));
        this.server.tools("{\"name\":\"echo\",\"inputSchema\":{\"type\":\"object\",\"properties\":{}}}");
        ChatApplication application = start(this.model, "mcp.servers.desk.url=" + this.server.url());
        application.awaitTools("echo");
        return application;
    }

    @ParameterizedTest
    @EnumSource
    void modelThatCallsToolReadsItsResult(ChatApplication.Way way) {
        try (ChatApplication application = start()) {
            this.model.thenCall("echo", "{\"text\":\"Grüße, 世界\"}").thenSayResults();
            assertThat(application.ask(way, "x")).isEqualTo("{\"text\":\"Grüße, 世界\"}");
            assertThat(this.model.toolNames()).containsExactly("echo");
            assertThat(this.model.refusals()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void modelThatCallsSeveralToolsInOneTurnReadsAllResultsInOrder(ChatApplication.Way way) {
        try (ChatApplication application = start()) {
            this.model
                    .thenCall(
                            new FakeModelTurn.Call("echo", "{\"n\":1}"),
                            new FakeModelTurn.Call("echo", "{\"n\":2}"),
                            new FakeModelTurn.Call("echo", "{\"n\":3}"))
                    .thenCall("echo", "{\"n\":4}")
                    .thenSay("done");
            assertThat(application.ask(way, "x")).isEqualTo("done");
            assertThat(this.model.lastRequest().toolTexts())
                    .containsExactly("{\"n\":1}", "{\"n\":2}", "{\"n\":3}", "{\"n\":4}");
            assertThat(this.model.lastToolTexts()).containsExactly("{\"n\":4}");
            assertThat(this.model.refusals()).isEmpty();
        }
    }

    /** Anthropic refuses a prompt with such names: https://github.com/twilio-labs/mcp/issues/56. */
    @ParameterizedTest
    @EnumSource
    void propertiesThatAProviderRefusesHaveOtherNamesForTheModelOnly(ChatApplication.Way way) {
        this.server.on("GET").optionally().reply(Reply.status(405));
        this.server.tools("{\"name\":\"echo\",\"inputSchema\":{\"type\":\"object\",\"properties\":{"
                + "\"$top\":{\"type\":\"integer\"},\"filter[status]\":{\"type\":\"string\"},\"rows\":{\"type\":\"array\","
                + "\"items\":{\"type\":\"object\",\"properties\":{\"@odata.type\":{\"type\":\"string\"}},"
                + "\"required\":[\"@odata.type\"]}}},\"required\":[\"$top\"]}}");
        try (ChatApplication application = start(this.model, "mcp.servers.desk.url=" + this.server.url())) {
            application.awaitTools("echo");
            this.model
                    .thenCall("echo", "{\"_top\":\"5\",\"filter_status_\":\"open\",\"rows\":[{\"_odata.type\":\"x\"}]}")
                    .thenCall("echo", "{\"$top\":6}")
                    .thenSayResults();
            application.ask(way, "x");
            assertThat(this.model.requests().get(0).tools().get(0).toString())
                    .contains("\"_top\":", "\"filter_status_\":", "\"_odata.type\":", "\"required\":[\"_top\"]")
                    .doesNotContain("\"$top\"", "\"filter[status]\"", "\"@odata.type\"");
            assertThat(this.model.refusals()).isEmpty();
            assertThat(this.server.requests("tools/call"))
                    .extracting(
                            request -> request.json().at("/params/arguments").toString())
                    .containsExactly(
                            "{\"$top\":5,\"filter[status]\":\"open\",\"rows\":[{\"@odata.type\":\"x\"}]}",
                            "{\"$top\":6}");
        }
    }
}
