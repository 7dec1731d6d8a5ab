package io.mcpclient.internal.era;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.PaginatedParams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** META-13: whatever params are, they can carry entries, and those of the protocol win. */
class MetaEntriesTests {

    private static final Map<String, Object> ENTRIES = Map.of("progressToken", 7);

    private final JsonCodec codec = new JsonCodec(JsonLimits.DEFAULT);

    record Bean(String city) {}

    static Stream<Arguments> params() {
        return Stream.of(
                Arguments.of(null, "{\"_meta\":{\"progressToken\":7}}"),
                Arguments.of(PaginatedParams.of("c"), "{\"cursor\":\"c\",\"_meta\":{\"progressToken\":7}}"),
                Arguments.of(
                        CallToolParams.of("t", null).withMeta(ordered("a", 1, "progressToken", "mine")),
                        "{\"name\":\"t\",\"arguments\":{},\"_meta\":{\"a\":1,\"progressToken\":7}}"),
                Arguments.of(Map.of("city", "Oslo"), "{\"city\":\"Oslo\",\"_meta\":{\"progressToken\":7}}"),
                Arguments.of(Map.of("_meta", Map.of("progressToken", "mine")), "{\"_meta\":{\"progressToken\":7}}"),
                Arguments.of(new Bean("Oslo"), "{\"city\":\"Oslo\",\"_meta\":{\"progressToken\":7}}"));
    }

    private static Map<String, Object> ordered(String first, Object one, String second, Object two) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(first, one);
        map.put(second, two);
        return map;
    }

    @ParameterizedTest
    @MethodSource("params")
    void addsEntries(@Nullable Object params, String json) {
        assertThat(this.codec.toJson(MetaEntries.with(params, ENTRIES, this.codec)))
                .isEqualTo(json);
    }

    @Test
    void paramsAreUnchangedIfThereIsNothingToAdd() {
        Bean bean = new Bean("Oslo");
        assertThat(MetaEntries.with(bean, Map.of(), this.codec)).isSameAs(bean);
        assertThat(MetaEntries.with(null, Map.of(), this.codec)).isNull();
    }

    @Test
    void rejectsParamsThatAreNotAnObject() {
        assertThatIllegalArgumentException().isThrownBy(() -> MetaEntries.with("text", ENTRIES, this.codec));
    }
}
