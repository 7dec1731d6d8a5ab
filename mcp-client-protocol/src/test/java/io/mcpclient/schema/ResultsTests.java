package io.mcpclient.schema;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.mcpclient.support.schema.CreateTaskResult;
import io.mcpclient.support.schema.DetailedTask;

import static org.assertj.core.api.Assertions.assertThat;

class ResultsTests {

    // CACHE-04, F32: missing, negative or no number is 0, and huge does not overflow
    @ParameterizedTest
    @CsvSource({
        "'', 0",
        "'\"ttlMs\":null', 0",
        "'\"ttlMs\":-5', 0",
        "'\"ttlMs\":\"soon\"', 0",
        "'\"ttlMs\":\"60000\"', 0",
        "'\"ttlMs\":true', 0",
        "'\"ttlMs\":{\"a\":1}', 0",
        "'\"ttlMs\":[60000]', 0",
        "'\"ttlMs\":60000', 60000",
        "'\"ttlMs\":1.9', 1",
        "'\"ttlMs\":99999999999999999999999', 9223372036854775807"
    })
    void freshMillisIsBoundedForAnyTtl(String member, long expected) {
        assertThat(Json.read("{" + member + "}", ListToolsResult.class).freshMillis())
                .isEqualTo(expected);
    }

    // CACHE-08, F32: missing or unknown is private
    @Test
    void mayBeSharedOnlyWhenScopeIsPublic() {
        assertThat(Json.read("{\"cacheScope\":\"public\"}", ListPromptsResult.class)
                        .mayBeShared())
                .isTrue();
        assertThat(Json.read("{\"cacheScope\":\"galaxy\"}", ListPromptsResult.class)
                        .mayBeShared())
                .isFalse();
        assertThat(Json.read("{\"cacheScope\":{\"public\":true}}", ListPromptsResult.class)
                        .mayBeShared())
                .isFalse();
        assertThat(Json.read("{}", ListPromptsResult.class).mayBeShared()).isFalse();
    }

    // META-13, RES-01
    @Test
    void readAndWriteListKeepsUnknownMembersOfListAndElements() {
        String json = "{\"resources\":[{\"uri\":\"a:b\",\"name\":\"n\",\"size\":12,\"annotations\":{\"audience\":"
                + "[\"user\",\"robot\"],\"lastModified\":\"soon\"},\"_meta\":{\"k\":[1]},\"new\":null}],"
                + "\"nextCursor\":\"\",\"ttlMs\":1,\"cacheScope\":\"private\",\"resultType\":\"complete\",\"later\":{}}";

        ListResourcesResult result = Json.read(json, ListResourcesResult.class);

        assertThat(result.nextCursor()).isEmpty();
        assertThat(result.resources().get(0).annotations().audience()).containsExactly(Role.USER, new Role("robot"));
        assertThat(Json.tree(result)).isEqualTo(Json.tree(json));
    }

    // MRTR-01, MRTR-05, MRTR-20
    @Test
    void readInputRequiredResultKeepsRequestsAndStateAsTheyCame() {
        String json = "{\"resultType\":\"input_required\",\"requestState\":\" s=\\u00e9 \",\"inputRequests\":"
                + "{\"any key\":{\"method\":\"future/thing\",\"params\":{\"b\":1,\"a\":2}}}}";

        InputRequiredResult result = Json.read(json, InputRequiredResult.class);

        assertThat(result.isValid()).isTrue();
        assertThat(result.requestState()).isEqualTo(new RequestState(" s=\u00e9 "));
        assertThat(result.toString()).doesNotContain("s=\u00e9");
        assertThat(Json.tree(result)).isEqualTo(Json.tree(json));
    }

    // MRTR-01
    @Test
    void readInputRequiredResultWithoutRequestsAndStateIsNotValid() {
        assertThat(Json.read("{\"resultType\":\"input_required\"}", InputRequiredResult.class)
                        .isValid())
                .isFalse();
    }

    // MRTR-03, MRTR-06, MRTR-09: bare results, latest state only, the rest repeated
    @Test
    void writeRetryHasInputsAndOnlyTheLatestState() {
        CallToolParams first = CallToolParams.of("t", Map.of("a", 1))
                .withMeta(Map.of("k", "v"))
                .withInput(null, new RequestState("old"));

        CallToolParams retry = first.withInput(
                Map.of("q", ElicitResult.decline(), "r", ListRootsResult.of(List.of(Root.of("file:///x")))), null);

        assertThat(Json.tree(retry))
                .isEqualTo(Json.tree("{\"name\":\"t\",\"arguments\":{\"a\":1},\"inputResponses\":{\"q\":"
                        + "{\"action\":\"decline\"},\"r\":{\"roots\":[{\"uri\":\"file:///x\"}]}},"
                        + "\"_meta\":{\"k\":\"v\"}}"));
        assertThat(Json.MAPPER.writeValueAsString(ReadResourceParams.of("a:b").withInput(null, new RequestState(""))))
                .isEqualTo("{\"uri\":\"a:b\",\"requestState\":\"\"}");
    }

    // TSKL-03: ttl is null when there is no limit
    @Test
    void readAndWriteTaskKeepsTtlNull() {
        String json = "{\"task\":{\"taskId\":\"1\",\"status\":\"pondering\",\"createdAt\":\"c\","
                + "\"lastUpdatedAt\":\"l\",\"ttl\":null,\"pollInterval\":5}}";

        CreateTaskResult result = Json.read(json, CreateTaskResult.class);

        assertThat(result.task().status().isTerminal()).isFalse();
        assertThat(Json.tree(result)).isEqualTo(Json.tree(json));
    }

    // TSKX-04, TSKX-05: flat, with the outcome
    @Test
    void readDetailedTaskReadsTaskMembersAtTheTopLevel() {
        String json = "{\"resultType\":\"complete\",\"taskId\":\"1\",\"status\":\"completed\",\"createdAt\":\"c\","
                + "\"lastUpdatedAt\":\"l\",\"ttlMs\":null,\"pollIntervalMs\":5,\"result\":{\"content\":[]}}";

        DetailedTask task = Json.read(json, DetailedTask.class);

        assertThat(task.status().isTerminal()).isTrue();
        assertThat(task.result()).containsOnlyKeys("content");
        assertThat(Json.tree(task)).isEqualTo(Json.tree(json));
    }

    // CMP-01, CMP-02
    @Test
    void writeCompleteParamsHasReferenceArgumentAndContext() {
        CompleteParams params =
                CompleteParams.of(PromptReference.of("p"), "a", "").withContext(Map.of("b", "c"));

        assertThat(Json.tree(params))
                .isEqualTo(Json.tree("{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"p\"},\"argument\":"
                        + "{\"name\":\"a\",\"value\":\"\"},\"context\":{\"arguments\":{\"b\":\"c\"}}}"));
        assertThat(Json.tree(ResourceTemplateReference.of("a:{b}")))
                .isEqualTo(Json.tree("{\"type\":\"ref/resource\",\"uri\":\"a:{b}\"}"));
    }

    // CMP-03
    @Test
    void readCompleteResultGivesValues() {
        CompleteResult result = Json.read(
                "{\"completion\":{\"values\":[\"a\",null],\"total\":7,\"hasMore\":true}}", CompleteResult.class);

        assertThat(result.completion().values()).containsExactly("a");
        assertThat(result.completion().isIncomplete()).isTrue();
    }

    // PRM-01, PRM-06
    @Test
    void readPromptMessagesOfAllKinds() {
        String json = "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"resource\",\"resource\":"
                + "{\"uri\":\"a:b\",\"blob\":\"AQ==\"}}},{\"role\":\"tool\",\"content\":{\"type\":\"odd\"},\"n\":1}]}";

        GetPromptResult result = Json.read(json, GetPromptResult.class);

        assertThat(result.messages().get(1).role()).isEqualTo(new Role("tool"));
        assertThat(Json.tree(result)).isEqualTo(Json.tree(json));
    }

    @Test
    void factoriesCreateTheWireFormat() {
        assertThat(Json.tree(GetPromptResult.of(PromptMessage.user("Hi"), PromptMessage.assistant("Hello"))))
                .isEqualTo(
                        Json.tree("{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"Hi\"}},"
                                + "{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":\"Hello\"}}]}"));
        assertThat(Json.tree(ReadResourceResult.text("a:b", "t")))
                .isEqualTo(Json.tree("{\"contents\":[{\"uri\":\"a:b\",\"text\":\"t\"}]}"));
        assertThat(Json.tree(CreateMessageResult.text("m", "Hi")))
                .isEqualTo(Json.tree(
                        "{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":\"Hi\"},\"model\":\"m\"}"));
    }
}
