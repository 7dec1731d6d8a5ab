package io.mcpclient.schema;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.DatabindException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class ElicitParamsTests {

    // ELI-02, ELI-18: no mode is a form
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"message":"m","requestedSchema":{"type":"object","properties":{}}}|ElicitFormParams
            {"message":"m","requestedSchema":{"properties":{"a":{"type":"boolean"}},"$schema":"s"},"mode":"form"}|ElicitFormParams
            {"message":"m","url":"https://x/","elicitationId":"1","mode":"url","new":1}|ElicitURLParams
            {"url":"https://x/","mode":"url","message":"m"}|ElicitURLParams
            """)
    void paramsSurviveARoundTrip(String json, String kind) {
        ElicitParams params = Json.read(json, ElicitParams.class);

        assertThat(params.getClass().getSimpleName()).isEqualTo(kind);
        assertThat(Json.tree(params)).isEqualTo(Json.tree(json));
    }

    // ELI-03
    @Test
    void readWhenModeIsUnknownFails() {
        assertThatExceptionOfType(DatabindException.class)
                .isThrownBy(() ->
                        Json.read("{\"mode\":\"voice\",\"message\":\"m\",\"requestedSchema\":{}}", ElicitParams.class))
                .havingCause()
                .withMessage("elicit params have an unknown \"mode\": voice");
    }

    // ELI-09 to ELI-13
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"type":"string","title":"T","minLength":1,"maxLength":9,"format":"email","default":"d","pattern":"x"}|StringSchema
            {"type":"number","minimum":0,"maximum":1.5,"default":0.5}|NumberSchema
            {"type":"integer","default":3,"description":"D"}|NumberSchema
            {"type":"boolean","default":false}|BooleanSchema
            {"type":"string","enum":["a","b"],"default":"a"}|UntitledSingleSelectEnumSchema
            {"type":"string","oneOf":[{"const":"a","title":"A","x":1}],"default":"a"}|TitledSingleSelectEnumSchema
            {"type":"string","enum":["a"],"enumNames":["A"]}|LegacyTitledEnumSchema
            {"type":"array","items":{"type":"string","enum":["a"]},"minItems":1,"maxItems":2,"default":["a"]}|UntitledMultiSelectEnumSchema
            {"type":"array","items":{"anyOf":[{"const":"a","title":"A"}]}}|TitledMultiSelectEnumSchema
            {"type":"object","properties":{"b":{},"a":null}}|UnknownSchema
            {"type":"array","items":{"type":"object"}}|UnknownSchema
            {"type":"string","enum":[1,null]}|UnknownSchema
            {"type":["string","null"]}|UnknownSchema
            {"type":"string","title":5,"minLength":"x"}|StringSchema
            {}|UnknownSchema
            """)
    void readFieldHasItsKindAndItsKeywords(String json, String kind) {
        PrimitiveSchemaDefinition field = Json.read(json, PrimitiveSchemaDefinition.class);

        assertThat(field.getClass().getSimpleName()).isEqualTo(kind);
        assertThat(Json.tree(field)).isEqualTo(Json.tree(json));
    }

    // ELI-11 to ELI-13: one way to ask for the options of all notations
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"type":"string","enum":["a"],"enumNames":["A"]}|A|false
            {"type":"string","enum":["a"],"enumNames":[]}|a|false
            {"type":"string","enum":["a"]}|a|false
            {"type":"string","oneOf":[{"const":"a","title":"A"}]}|A|false
            {"type":"string","oneOf":[{"const":"a"}]}|a|false
            {"type":"array","items":{"type":"string","enum":["a"]}}|a|true
            {"type":"array","items":{"anyOf":[{"const":"a","title":"A"}]}}|A|true
            """)
    void optionsNameValueAndTitle(String json, String title, boolean several) {
        EnumSchema field = (EnumSchema) Json.read(json, PrimitiveSchemaDefinition.class);

        assertThat(field.options()).containsExactly(EnumOption.of("a", title));
        assertThat(field.allowsSeveral()).isEqualTo(several);
    }

    // ELI-08: only primitive fields
    @Test
    void isFlatWhenAFieldIsNestedIsFalse() {
        RequestedSchema nested = Json.read(
                "{\"properties\":{\"a\":{\"type\":\"string\"},\"b\":{\"type\":\"object\"}}}", RequestedSchema.class);
        RequestedSchema flat = Json.read("{\"properties\":{\"a\":{\"type\":\"string\"}}}", RequestedSchema.class);

        assertThat(nested.isFlat()).isFalse();
        assertThat(flat.isFlat()).isTrue();
        assertThat(Json.read("{}", RequestedSchema.class).properties()).isEmpty();
    }

    // ELI-14, ELI-17: a form as it is, for those who have agreed beforehand
    @Test
    void acceptDefaultsUsesTheDefaultsOfTheForm() {
        ElicitFormParams form = Json.read(
                "{\"message\":\"m\",\"requestedSchema\":{\"properties\":{"
                        + "\"s\":{\"type\":\"string\",\"default\":\"d\"},\"n\":{\"type\":\"number\",\"default\":0.5},"
                        + "\"b\":{\"type\":\"boolean\",\"default\":false},"
                        + "\"e\":{\"type\":\"string\",\"enum\":[\"a\"],\"default\":\"a\"},"
                        + "\"m\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"enum\":[\"a\"]},"
                        + "\"default\":[\"a\"]},\"none\":{\"type\":\"string\"}}}}",
                ElicitFormParams.class);

        assertThat(Json.MAPPER.writeValueAsString(ElicitResult.acceptDefaults(form)))
                .isEqualTo("{\"action\":\"accept\",\"content\":"
                        + "{\"s\":\"d\",\"n\":0.5,\"b\":false,\"e\":\"a\",\"m\":[\"a\"]}}");
    }

    @Test
    void readWhenAFieldIsNullNamesTheMember() {
        assertThatExceptionOfType(DatabindException.class)
                .isThrownBy(() -> Json.read("{\"properties\":{\"a\":null}}", RequestedSchema.class))
                .havingCause()
                .withMessage("requested schema has a null entry in \"properties\"");
    }

    // ELI-16
    @Test
    void writeResultHasContentOnlyWithAnAcceptedForm() {
        assertThat(Json.tree(ElicitResult.accept(Map.of("a", List.of("x")))))
                .isEqualTo(Json.tree("{\"action\":\"accept\",\"content\":{\"a\":[\"x\"]}}"));
        assertThat(Json.MAPPER.writeValueAsString(ElicitResult.accept())).isEqualTo("{\"action\":\"accept\"}");
        assertThat(Json.MAPPER.writeValueAsString(ElicitResult.decline())).isEqualTo("{\"action\":\"decline\"}");
        assertThat(Json.MAPPER.writeValueAsString(ElicitResult.cancel())).isEqualTo("{\"action\":\"cancel\"}");
    }

    // ELI-16
    @Test
    void acceptWhenAValueIsNestedNamesTheField() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ElicitResult.accept(Map.of("field", Map.of())))
                .withMessageContaining("elicit result")
                .withMessageContaining("field");
    }
}
