package io.mcpclient.schema;

import java.util.Map;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.DatabindException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ToolTests {

    // TOOL-18: schemas verbatim, in order, with unmodelled keywords
    @Test
    void readAndWriteKeepsSchemasVerbatim() {
        String schema = "{\"type\":\"object\",\"$schema\":\"https://json-schema.org/draft/2020-12/schema\","
                + "\"zeta\":null,\"allOf\":[{\"if\":{\"const\":1},\"then\":true}],\"$defs\":{\"b\":{},\"a\":{}},"
                + "\"additionalProperties\":false,\"maximum\":12345678901234567890}";
        String json = "{\"outputSchema\":{\"type\":\"array\",\"items\":{}},\"inputSchema\":" + schema
                + ",\"name\":\"t\",\"x-new\":{\"k\":null}}";

        Tool tool = Json.read(json, Tool.class);

        assertThat(Json.MAPPER.writeValueAsString(tool.inputSchema())).isEqualTo(schema);
        assertThat(tool.inputSchema().text()).isEqualTo(schema);
        assertThat(tool.extra()).containsOnlyKeys("x-new");
        assertThat(Json.tree(tool)).isEqualTo(Json.tree(json));
    }

    @Test
    void readWhenNameOrSchemaIsMissingNamesTheMember() {
        assertThatExceptionOfType(DatabindException.class)
                .isThrownBy(() -> Json.read("{\"inputSchema\":{}}", Tool.class))
                .havingCause()
                .withMessage("tool has no \"name\"");
        assertThatExceptionOfType(DatabindException.class)
                .isThrownBy(
                        () -> Json.read("{\"tools\":[{\"name\":\"a\",\"inputSchema\":null}]}", ListToolsResult.class))
                .havingRootCause()
                .withMessage("tool has no \"inputSchema\"");
    }

    // TOOL-06
    @Test
    void readWhenAnnotationsAreEmptyGivesTheDefaults() {
        ToolAnnotations annotations = Json.read("{}", ToolAnnotations.class);

        assertThat(annotations.isReadOnly()).isFalse();
        assertThat(annotations.isDestructive()).isTrue();
        assertThat(annotations.isIdempotent()).isFalse();
        assertThat(annotations.isOpenWorld()).isTrue();
    }

    @Test
    void readReturnsTheGivenAnnotations() {
        String json = "{\"readOnlyHint\":true,\"destructiveHint\":false,\"idempotentHint\":true,"
                + "\"openWorldHint\":false,\"readOnly\":\"kept\"}";

        ToolAnnotations annotations = Json.read(json, ToolAnnotations.class);

        assertThat(annotations.isReadOnly()).isTrue();
        assertThat(annotations.isDestructive()).isFalse();
        assertThat(annotations.isIdempotent()).isTrue();
        assertThat(annotations.isOpenWorld()).isFalse();
        assertThat(Json.tree(annotations)).isEqualTo(Json.tree(json));
    }

    // TSKL-04: absent means never
    @Test
    void taskSupportWhenExecutionIsAbsentIsForbidden() {
        assertThat(tool("").taskSupport()).isEqualTo(TaskSupport.FORBIDDEN);
        assertThat(tool(",\"execution\":{}").taskSupport()).isEqualTo(TaskSupport.FORBIDDEN);
        assertThat(tool(",\"execution\":{\"taskSupport\":\"required\"}").taskSupport())
                .isEqualTo(TaskSupport.REQUIRED);
    }

    // TOOL-08
    @Test
    void displayNamePrefersTitleThenAnnotationThenName() {
        assertThat(tool("").displayName()).isEqualTo("t");
        assertThat(tool(",\"annotations\":{\"title\":\"A\"}").displayName()).isEqualTo("A");
        assertThat(tool(",\"title\":\"T\",\"annotations\":{\"title\":\"A\"}").displayName())
                .isEqualTo("T");
    }

    // ICON-01: no sizes, any size; no theme, any theme
    @Test
    void readWhenIconHasFewMembersKeepsThem() {
        Tool tool = tool(",\"icons\":[{\"src\":\"https://x/i.svg\",\"theme\":\"sepia\"}]");

        assertThat(tool.icons()).singleElement().satisfies(icon -> {
            assertThat(icon.sizes()).isEmpty();
            assertThat(icon.theme()).isEqualTo(new IconTheme("sepia"));
        });
        assertThat(Json.tree(tool.icons().get(0)))
                .isEqualTo(Json.tree("{\"src\":\"https://x/i.svg\",\"theme\":\"sepia\"}"));
    }

    @Test
    void writeWhenOptionalMembersAreAbsentLeavesThemOut() {
        Tool tool = new Tool("t", null, null, JsonObject.of(Map.of()), null, null, null, null, null, null);

        assertThat(Json.MAPPER.writeValueAsString(tool)).isEqualTo("{\"name\":\"t\",\"inputSchema\":{}}");
    }

    private static Tool tool(String members) {
        return Json.read("{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"}" + members + "}", Tool.class);
    }
}
