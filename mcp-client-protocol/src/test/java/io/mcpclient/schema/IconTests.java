package io.mcpclient.schema;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

class IconTests {

    private static final String ICONS = "\"icons\":[{\"src\":\"https://x/i.png\",\"mimeType\":\"image/png\",\"sizes\":"
            + "[\"48x48\",\"any\"],\"theme\":\"dark\",\"later\":1},{\"src\":\"data:image/png;base64,AA==\"}]";

    private static <T> Arguments type(String member, Class<T> type, Function<T, List<Icon>> icons) {
        return Arguments.of("{" + member + "," + ICONS + "}", type, icons);
    }

    static Stream<Arguments> types() {
        return Stream.of(
                type("\"name\":\"a\",\"version\":\"1\"", Implementation.class, Implementation::icons),
                type("\"name\":\"a\",\"inputSchema\":{}", Tool.class, Tool::icons),
                type("\"name\":\"a\"", Prompt.class, Prompt::icons),
                type("\"uri\":\"a:b\"", Resource.class, Resource::icons),
                type("\"uriTemplate\":\"a:{b}\"", ResourceTemplate.class, ResourceTemplate::icons),
                type("\"type\":\"resource_link\",\"uri\":\"a:b\"", ResourceLink.class, ResourceLink::icons));
    }

    // ICON-01: on everything that has icons; no sizes means any size, no theme any theme
    @ParameterizedTest
    @MethodSource("types")
    <T> void iconsSurviveARoundTrip(String json, Class<T> type, Function<T, List<Icon>> icons) {
        T read = Json.read(json, type);

        assertThat(icons.apply(read)).hasSize(2);
        Icon first = icons.apply(read).get(0);
        assertThat(first.src()).isEqualTo("https://x/i.png");
        assertThat(first.mimeType()).isEqualTo("image/png");
        assertThat(first.sizes()).containsExactly("48x48", "any");
        assertThat(first.theme()).isEqualTo(IconTheme.DARK);
        assertThat(first.extra()).containsEntry("later", 1);
        assertThat(icons.apply(read).get(1)).isEqualTo(Icon.of("data:image/png;base64,AA=="));
        assertThat(Json.tree(read)).isEqualTo(Json.tree(json));
    }
}
