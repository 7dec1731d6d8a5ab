package io.mcpclient.internal.era.modern;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.GetPromptParams;
import io.mcpclient.schema.PaginatedParams;
import io.mcpclient.schema.ReadResourceParams;
import io.mcpclient.support.schema.CancelTaskParams;
import io.mcpclient.support.schema.GetTaskParams;
import io.mcpclient.support.schema.UpdateTaskParams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

class MirroredNameTests {

    static Stream<Arguments> requests() {
        return Stream.of(
                arguments("tools/call", CallToolParams.of("a", null), "a"),
                arguments("tools/call", CallToolParams.of("a", null).withInput(Map.of(), null), "a"),
                arguments("prompts/get", GetPromptParams.of("a", Map.of()), "a"),
                arguments("resources/read", ReadResourceParams.of("test://a/%7e"), "test://a/%7e"),
                arguments("tasks/get", GetTaskParams.of("a"), "a"),
                arguments("tasks/update", UpdateTaskParams.of("a", Map.of()), "a"),
                arguments("tasks/cancel", CancelTaskParams.of("a"), "a"),
                arguments("tools/call", Map.of("name", "a"), "a"),
                arguments("resources/read", Map.of("uri", "a", "name", "b"), "a"),
                arguments("tasks/get", Map.of("taskId", "a", "name", "b"), "a"));
    }

    // HDR-02, HDR-03, TSKX-15: whatever form the params have, those of a later round included
    @ParameterizedTest
    @MethodSource("requests")
    void ofReturnsTheNameOrUriOfTheRequest(String method, Object params, String name) {
        assertThat(ModernRequests.MirroredName.of(method, params)).isEqualTo(name);
    }

    static Stream<Arguments> nameless() {
        return Stream.of(
                arguments("tools/list", PaginatedParams.first()),
                arguments("server/discover", Map.of("name", "a")),
                arguments("com.example/mine", Map.of("name", "a", "uri", "b", "taskId", "c")),
                arguments("tools/call", Map.of("uri", "a")),
                arguments("tools/call", Map.of("name", 7)),
                arguments("tools/call", List.of("a")),
                arguments("tools/call", null));
    }

    // HDR-02: other requests are about nothing that has a header
    @ParameterizedTest
    @MethodSource("nameless")
    void ofWhenMethodHasNoNameReturnsNull(String method, @Nullable Object params) {
        assertThat(ModernRequests.MirroredName.of(method, params)).isNull();
    }
}
