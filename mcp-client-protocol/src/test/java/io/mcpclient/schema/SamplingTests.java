package io.mcpclient.schema;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class SamplingTests {

    // SMP-15: one block or several
    @Test
    void readWhenContentIsOneBlockOrAListGivesAList() {
        SamplingMessage one =
                Json.read("{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"a\"}}", SamplingMessage.class);
        SamplingMessage list = Json.read(
                "{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"a\"},{\"type\":\"hum\",\"k\":1}]}",
                SamplingMessage.class);

        assertThat(one.content()).containsExactly(TextContent.of("a"));
        assertThat(list.content()).hasSize(2).last().isInstanceOf(UnknownContent.class);
    }

    // SMP-16: older revisions take a single block only
    @Test
    void writeWhenContentIsOneBlockWritesNoArray() {
        CreateMessageResult one =
                CreateMessageResult.of("m", TextContent.of("a")).withStopReason(StopReason.END_TURN);
        CreateMessageResult two = CreateMessageResult.of("m", TextContent.of("a"), TextContent.of("b"));

        assertThat(Json.tree(one))
                .isEqualTo(Json.tree("{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":\"a\"},"
                        + "\"model\":\"m\",\"stopReason\":\"endTurn\"}"));
        assertThat(Json.tree(two).get("content").isArray()).isTrue();
    }

    @Test
    void ofWhenNothingIsConfiguredFails() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CreateMessageResult.of("m"))
                .withMessage("create message result has no \"content\"");
    }

    // SMP-04, SMP-09
    @Test
    void readAndWriteParamsKeepsAllMembers() {
        String json = "{\"messages\":[],\"maxTokens\":5,\"modelPreferences\":{\"hints\":[{\"name\":\"n\",\"x\":1}],"
                + "\"costPriority\":0.5},\"includeContext\":\"otherServers\",\"stopSequences\":[\"s\"],"
                + "\"metadata\":{\"b\":1,\"a\":null},\"toolChoice\":{},\"new\":true}";

        CreateMessageParams params = Json.read(json, CreateMessageParams.class);

        assertThat(params.includeContext()).isEqualTo(new IncludeContext("otherServers"));
        assertThat(params.usesTools()).isTrue();
        assertThat(params.toolChoice().effectiveMode()).isEqualTo(ToolChoiceMode.AUTO);
        assertThat(Json.tree(params)).isEqualTo(Json.tree(json));
    }

    // SMP-15: any stop reason is legal
    @Test
    void readWhenStopReasonIsUnknownKeepsIt() {
        CreateMessageResult result = Json.read(
                "{\"role\":\"assistant\",\"content\":[],\"model\":\"m\",\"stopReason\":\"boredom\"}",
                CreateMessageResult.class);

        assertThat(result.stopReason()).isEqualTo(new StopReason("boredom"));
    }
}
