package io.mcpclient.jsonrpc;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Batches, which revision 2025-03-26 lets servers send (RPC-12, fault F04). */
@Timeout(30)
class JsonBatchTests {

    private static final String RESULT = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"city\":\"Zürich\"}}";

    private static final String NOTIFICATION = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}";

    private final JsonCodec codec = new JsonCodec(JsonLimits.DEFAULT);

    private final List<String> skipped = new ArrayList<>();

    private List<JsonRpcMessage> decode(String json) {
        byte[] text = json.getBytes(StandardCharsets.UTF_8);
        byte[] shifted = new byte[text.length + 5];
        System.arraycopy(text, 0, shifted, 3, text.length);
        assertThat(JsonCodec.isBatch(shifted, 3, text.length)).isTrue();
        return this.codec.decodeBatch(shifted, 3, text.length, id -> Map.class, this.skipped::add);
    }

    @Test
    void readsTheMessagesInTheirOrder() {
        assertThat(decode(" \n[ " + NOTIFICATION + " , " + RESULT + "\n]\n"))
                .containsExactly(
                        new JsonRpcNotification("notifications/message", null),
                        new JsonRpcResult(JsonRpcId.of(1), Map.of("city", "Zürich")));
        assertThat(this.skipped).isEmpty();
    }

    @Test
    void skipsAnElementThatIsNoMessage() {
        assertThat(decode("[1,{\"hello\":[]},null,\"text\",[" + RESULT + "]," + RESULT + "]"))
                .containsExactly(new JsonRpcResult(JsonRpcId.of(1), Map.of("city", "Zürich")));
        assertThat(this.skipped).hasSize(5);
    }

    @Test
    void readsAHundredMessagesAndNoMore() {
        String hundred = IntStream.range(0, 100).mapToObj(i -> NOTIFICATION).collect(Collectors.joining(",", "[", ""));
        assertThat(decode(hundred + "]")).hasSize(100);
        assertThatExceptionOfType(MalformedMessageException.class)
                .isThrownBy(() -> decode(hundred + "," + NOTIFICATION + "]"))
                .withMessageContaining("more than 100")
                .matches(MalformedMessageException::isLimitReached);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "[", "[1", "[" + NOTIFICATION + "}"})
    void rejectsMalformedBatches(String json) {
        assertThatExceptionOfType(MalformedMessageException.class).isThrownBy(() -> decode(json));
    }

    @Test
    void refusesBatchInAnotherEncoding() {
        byte[] json = ("[" + NOTIFICATION + "]").getBytes(StandardCharsets.UTF_16LE);

        assertThatExceptionOfType(MalformedMessageException.class)
                .isThrownBy(() ->
                        new JsonCodec(JsonLimits.DEFAULT).decodeBatch(json, 0, json.length, id -> null, skipped -> {}))
                .withMessageContaining("UTF-8");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"'[1]';true", "' \t\n [';true", "'{}';false", "'';false", "'  ';false"})
    void isBatchDependsOnTheFirstCharacter(String json, boolean batch) {
        byte[] text = json.getBytes(StandardCharsets.UTF_8);
        assertThat(JsonCodec.isBatch(text, 0, text.length)).isEqualTo(batch);
    }
}
