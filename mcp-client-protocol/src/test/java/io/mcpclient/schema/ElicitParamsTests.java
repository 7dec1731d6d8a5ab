package io.mcpclient.schema;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

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
            {"type":"string","title":"T","minLength":1,"maxLength":9,"format":"email","default":"d","pattern":"x"}|TEXT
            {"type":"number","minimum":0,"maximum":1.5,"default":0.5}|NUMBER
            {"type":"integer","default":3,"description":"D"}|INTEGER
            {"type":"boolean","default":false}|BOOLEAN
            {"type":"string","enum":["a","b"],"default":"a"}|SINGLE_SELECT
            {"type":"string","oneOf":[{"const":"a","title":"A","x":1}],"default":"a"}|SINGLE_SELECT
            {"type":"string","enum":["a"],"enumNames":["A"]}|SINGLE_SELECT
            {"type":"array","items":{"type":"string","enum":["a"]},"minItems":1,"maxItems":2,"default":["a"]}|MULTI_SELECT
            {"type":"array","items":{"anyOf":[{"const":"a","title":"A"}]}}|MULTI_SELECT
            {"type":"object","properties":{"b":{},"a":null}}|UNSUPPORTED
            {"type":"array","items":{"type":"object"}}|UNSUPPORTED
            {"type":"string","enum":[1,null]}|UNSUPPORTED
            {"type":["string","null"]}|UNSUPPORTED
            {"type":"string","title":5,"minLength":"x"}|TEXT
            {}|UNSUPPORTED
            """)
    void readFieldHasItsKindAndItsKeywords(String json, FormField.Kind kind) {
        FormField field = Json.read(json, FormField.class);

        assertThat(field.kind()).isEqualTo(kind);
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
        FormField field = Json.read(json, FormField.class);

        assertThat(field.options()).containsExactly(new FormField.Option("a", title));
        assertThat(field.kind()).isEqualTo(several ? FormField.Kind.MULTI_SELECT : FormField.Kind.SINGLE_SELECT);
    }

    // ELI-09 to ELI-13: created fields are what servers send
    @Test
    void createdFieldEqualsTheFieldThatWasRead() {
        List<FormField.Option> options = List.of(new FormField.Option("a", "A"));
        assertThat(List.of(
                        FormField.text().withTitle("T").withDescription("D").with("maxLength", 9),
                        FormField.number().with("minimum", 0).withDefault(1),
                        FormField.integer(),
                        FormField.bool().withDefault(true),
                        FormField.choice("a", "b"),
                        FormField.choice(options),
                        FormField.choices("a", "b").with("minItems", 1).withDefault(List.of("a")),
                        FormField.choices(options)))
                .containsExactlyElementsOf(Stream.of(
                                "{\"type\":\"string\",\"title\":\"T\",\"description\":\"D\",\"maxLength\":9}",
                                "{\"type\":\"number\",\"minimum\":0,\"default\":1}",
                                "{\"type\":\"integer\"}",
                                "{\"type\":\"boolean\",\"default\":true}",
                                "{\"type\":\"string\",\"enum\":[\"a\",\"b\"]}",
                                "{\"type\":\"string\",\"oneOf\":[{\"const\":\"a\",\"title\":\"A\"}]}",
                                "{\"type\":\"array\",\"items\":{\"type\":\"string\",\"enum\":[\"a\",\"b\"]},"
                                        + "\"minItems\":1,\"default\":[\"a\"]}",
                                "{\"type\":\"array\",\"items\":{\"anyOf\":[{\"const\":\"a\",\"title\":\"A\"}]}}")
                        .map(json -> Json.read(json, FormField.class))
                        .toList());
    }

    // ELI-09 to ELI-13: a keyword of the wrong type is absent, and a default of another type is none
    @Test
    void keywordOfTheWrongTypeIsAbsent() {
        FormField text = Json.read(
                "{\"type\":\"string\",\"title\":5,\"minLength\":\"x\",\"format\":null,\"default\":7}", FormField.class);
        assertThat(text.title()).isNull();
        assertThat(text.minLength()).isNull();
        assertThat(text.format()).isNull();
        assertThat(text.defaultValue()).isNull();

        FormField several = FormField.choices("a").with("minItems", 1.5).withDefault("a");
        assertThat(several.minItems()).isNull();
        assertThat(several.defaultValue()).isNull();
        assertThat(several.withDefault(List.of()).defaultValue()).isNull();
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
