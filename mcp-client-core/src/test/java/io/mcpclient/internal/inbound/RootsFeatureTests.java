package io.mcpclient.internal.inbound;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.handler.McpRootsProvider;
import io.mcpclient.handler.ReactiveMcpRootsProvider;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.schema.Root;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class RootsFeatureTests {

    private static ServerRequestFixture asked(String... uris) {
        McpRootsProvider provider = context ->
                Stream.of(uris).map(uri -> new Root(uri, null, null, Map.of())).toList();
        return new ServerRequestFixture(
                McpHandlers.none().with(ReactiveMcpRootsProvider.class, ReactiveMcpRootsProvider.of(provider)));
    }

    // ROOT-02
    @Test
    void answerListsTheRootsInTheirOrder() {
        McpRootsProvider provider =
                context -> List.of(Root.of("file:///b").withName("B"), Root.of("file:///a%20c/.d/e..f"));
        try (ServerRequestFixture asked = new ServerRequestFixture(
                McpHandlers.none().with(ReactiveMcpRootsProvider.class, ReactiveMcpRootsProvider.of(provider)))) {
            assertThat(asked.answer("roots/list", null, ProtocolRevision.V2024_11_05))
                    .isEqualTo(
                            "{\"roots\":[{\"uri\":\"file:///b\",\"name\":\"B\"},{\"uri\":\"file:///a%20c/.d/e..f\"}]}");
        }
        try (ServerRequestFixture asked = asked()) {
            assertThat(asked.answer("roots/list", "{}", ProtocolRevision.V2025_11_25))
                    .isEqualTo("{\"roots\":[]}");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"file:///", "file:///C:/work", "file://server/share", "FILE:///x"})
    void answerAcceptsAllFormsOfFileUris(String uri) {
        try (ServerRequestFixture asked = asked(uri)) {
            assertThat(asked.answer("roots/list", null, ProtocolRevision.V2025_11_25))
                    .contains(uri);
        }
    }

    // ROOT-03, ROOT-07, I12: only files, and no way up, however it is written; the others do not go out either
    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://example.com/",
                "/srv/me",
                "file:/srv/me",
                "file:home",
                "file://",
                "file://server",
                "file:///home/../etc",
                "file:///..",
                "file:///home/%2e%2E/etc",
                "file:///home/..%2Fetc",
                "file:///home/..%5Cetc",
                "file:///srv/me?x",
                "file:///srv/me#x",
                "file:///srv/my dir",
                "",
            })
    void answerWhenARootIsNotAllowedIsAnErrorAndAWarning(String uri) {
        try (ServerRequestFixture asked = asked("file:///fine", uri)) {
            assertThat(asked.refusal("roots/list", null, ProtocolRevision.V2025_11_25))
                    .isEqualTo("-32603 Internal error");
            assertThat(asked.warnings())
                    .startsWith("WARN MCP server \"weather\": its request roots/list failed")
                    .contains("root \"" + uri + "\"");
        }
    }
}
