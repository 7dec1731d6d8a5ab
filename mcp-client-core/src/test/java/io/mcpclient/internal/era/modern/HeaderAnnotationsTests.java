package io.mcpclient.internal.era.modern;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

@Timeout(30)
class HeaderAnnotationsTests {

    private static final JsonCodec CODEC = new JsonCodec(JsonLimits.DEFAULT);

    private static final String STRING = "'type':'string'";

    @SuppressWarnings("unchecked")
    private static List<HeaderAnnotations.MirroredArgument> in(String schema) {
        return HeaderAnnotations.in(CODEC.fromJson(schema.replace('\'', '"'), Map.class));
    }

    private static String reason(String schema) {
        return catchThrowableOfType(HeaderAnnotations.IllegalAnnotationException.class, () -> in(schema))
                .reason();
    }

    private static String property(String schema) {
        return "{'type':'object','properties':{'a':" + schema + "}}";
    }

    // HDR-06, HDR-07: the chain of names that leads to each, of nested ones too
    @Test
    void inFindsAnnotatedPropertiesAtAnyDepth() {
        assertThat(in("{'type':'object','properties':{"
                        + "'region':{'type':'string','x-mcp-header':'Region'},"
                        + "'query':{'type':'string'},"
                        + "'filter':{'type':'object','properties':{"
                        + "'limit':{'type':'integer','x-mcp-header':'Limit'},"
                        + "'on':{'properties':{'a/b':{'type':'boolean','x-mcp-header':'On'}}}}}}}"))
                .containsExactly(
                        new HeaderAnnotations.MirroredArgument(List.of("region"), "Mcp-Param-Region", false),
                        new HeaderAnnotations.MirroredArgument(List.of("filter", "limit"), "Mcp-Param-Limit", true),
                        new HeaderAnnotations.MirroredArgument(List.of("filter", "on", "a/b"), "Mcp-Param-On", false));
    }

    // HDR-09: null as a type, where "null" was meant
    @Test
    void inWhenATypeIsNullRejectsTheTool() {
        assertThat(reason(property("{'type':[null],'x-mcp-header':'A'}"))).contains("not exactly one of");
        assertThat(reason(property("{'type':null,'x-mcp-header':'A'}"))).contains("not exactly one of");
    }

    // HDR-12: a name of ours as an annotation is a name like any other
    @Test
    void inPrefixesNamesThatEqualProtocolHeaders() {
        assertThat(in(property("{'type':'string','x-mcp-header':'Method'}")))
                .extracting(HeaderAnnotations.MirroredArgument::header)
                .containsExactly("Mcp-Param-Method");
    }

    // HDR-09: every character of a token
    @Test
    void inAcceptsEveryCharacterOfAToken() {
        assertThat(in(property("{'type':'string','x-mcp-header':'!#$%&*+-.^_`|~09AZaz'}")))
                .hasSize(1);
    }

    // null beside the one type changes nothing; what else the schema says does not matter
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'type':'string'                          | false",
                "'type':['string','null']                 | false",
                "'type':['null','integer']                | true",
                "'type':['boolean']                       | false",
                "'type':'string','enum':['a','b']         | false",
                "'type':'integer','const':1               | true",
                "'type':'string','$ref':'#/$defs/x'       | false"
            })
    void inAcceptsOnePrimitiveType(String type, boolean integer) {
        assertThat(in(property("{" + type + ",'x-mcp-header':'A'}")))
                .containsExactly(new HeaderAnnotations.MirroredArgument(List.of("a"), "Mcp-Param-A", integer));
    }

    // HDR-09, Q-08
    @ParameterizedTest
    @ValueSource(
            strings = {
                "'type':'number'",
                "'type':'object'",
                "'type':'array'",
                "'type':'null'",
                "'type':['null']",
                "'type':['string','integer']",
                "'type':['string','number','null']",
                "'type':[]",
                "'type':null",
                "'type':7",
                "'type':['string',7]",
                "'type':'String'",
                "'enum':['a','b']",
                "'const':'a'",
                "'$ref':'#/$defs/x'",
                "'anyOf':[{'type':'string'}]"
            })
    void inRejectsAnythingButOnePrimitiveType(String type) {
        assertThat(reason(property("{" + type + ",'x-mcp-header':'A'}")))
                .isEqualTo("its x-mcp-header at \"/a\" is on an argument whose type is not exactly one of string,"
                        + " integer, boolean (or null)");
    }

    // HDR-09, HDR-12, I15
    @ParameterizedTest
    @ValueSource(
            strings = {
                "''",
                "' '",
                "'a b'",
                "'a:b'",
                "'a\\tb'",
                "'a\\r\\nX-Evil: 1'",
                "'R\u00e9gion'",
                "'a\\u0000'",
                "'a/b'",
                "'\"'"
            })
    void inRejectsInvalidHeaderNames(String name) {
        String json = name.equals("'\"'") ? "'\\\"'" : name;
        assertThat(reason(property("{'type':'string','x-mcp-header':" + json + "}")))
                .startsWith("its x-mcp-header at \"/a\" cannot be part of a header name: \"")
                .matches("[^\\p{Cntrl}]+");
    }

    // HDR-12
    @ParameterizedTest
    @ValueSource(strings = {"7", "true", "null", "['A']", "{'name':'A'}"})
    void inRejectsNamesThatAreNotStrings(String name) {
        assertThat(reason(property("{'type':'string','x-mcp-header':" + name + "}")))
                .isEqualTo("its x-mcp-header at \"/a\" is not a string");
    }

    // HDR-09, I15: twice, in any case, at any depth
    @ParameterizedTest
    @ValueSource(
            strings = {
                "'b':{'type':'string','x-mcp-header':'Region'}",
                "'b':{'type':'string','x-mcp-header':'REGION'}",
                "'b':{'properties':{'c':{'type':'integer','x-mcp-header':'region'}}}"
            })
    void inRejectsDuplicateNames(String other) {
        assertThat(reason("{'properties':{'a':{'type':'string','x-mcp-header':'Region'}," + other + "}}"))
                .matches("its x-mcp-header at \"/b(/c)?\" is duplicated: (?i)region");
    }

    // HDR-10: by properties alone, and never the root itself
    @ParameterizedTest
    @ValueSource(
            strings = {
                "'x-mcp-header':'A'",
                "'properties':{'a':{'items':SCHEMA}}",
                "'properties':{'a':{'items':{'properties':{'b':SCHEMA}}}}",
                "'properties':{'a':{'prefixItems':[SCHEMA]}}",
                "'properties':{'a':{'contains':SCHEMA}}",
                "'oneOf':[{'properties':{'a':SCHEMA}}]",
                "'anyOf':[{'properties':{'a':SCHEMA}}]",
                "'allOf':[{'properties':{'a':SCHEMA}}]",
                "'not':{'properties':{'a':SCHEMA}}",
                "'if':{'properties':{'a':SCHEMA}}",
                "'then':{'properties':{'a':SCHEMA}}",
                "'else':{'properties':{'a':SCHEMA}}",
                "'$ref':'#/$defs/x','$defs':{'x':{'properties':{'a':SCHEMA}}}",
                "'$defs':{'x':SCHEMA}",
                "'definitions':{'x':SCHEMA}",
                "'$defs':{'properties':{'properties':{'a':SCHEMA}}}",
                "'dependentSchemas':{'a':{'properties':{'b':SCHEMA}}}",
                "'dependencies':{'a':{'properties':{'b':SCHEMA}}}",
                "'patternProperties':{'^a':SCHEMA}",
                "'additionalProperties':SCHEMA",
                "'unevaluatedProperties':SCHEMA",
                "'propertyNames':SCHEMA",
                "'properties':[SCHEMA]",
                "'properties':{'a':[SCHEMA]}",
                "'x-vendor':{'anything':[[SCHEMA]]}",
                "'properties':{'const':{'anyOf':[SCHEMA]}}"
            })
    void inRejectsAnnotationsOutsideOfProperties(String member) {
        assertThat(reason("{" + member.replace("SCHEMA", "{'type':'string','x-mcp-header':'A'}") + "}"))
                .isEqualTo("it has x-mcp-header in a place that is not reached by properties alone: A");
    }

    // HDR-10: the word as data, or as the name of something, is no annotation
    @ParameterizedTest
    @ValueSource(
            strings = {
                "'properties':{'x-mcp-header':{'type':'string'}}",
                "'$defs':{'x-mcp-header':{'type':'string'}}",
                "'patternProperties':{'x-mcp-header':{}}",
                "'dependentSchemas':{'x-mcp-header':true}",
                "'dependentRequired':{'x-mcp-header':['a']}",
                "'dependencies':{'x-mcp-header':['a']}",
                "'required':['x-mcp-header']",
                "'const':{'x-mcp-header':'A'}",
                "'enum':[{'x-mcp-header':'A'}]",
                "'default':{'x-mcp-header':'A'}",
                "'examples':[{'x-mcp-header':'A'}]",
                "'properties':{'a':{'default':{'properties':{'b':{'x-mcp-header':''}}}}}",
                "'description':'x-mcp-header'",
                "'properties':true",
                "'properties':null"
            })
    void inIgnoresTheKeywordWhereItIsNotAnAnnotation(String member) {
        assertThat(in("{" + member + "}")).isEmpty();
    }

    // HDR-10: properties may have the names of keywords
    @ParameterizedTest
    @ValueSource(strings = {"x-mcp-header", "const", "default", "enum", "examples", "properties", "items", "required"})
    void inFindsPropertiesWithNamesOfKeywords(String name) {
        assertThat(in("{'properties':{'" + name + "':{" + STRING + ",'x-mcp-header':'A'}}}"))
                .containsExactly(new HeaderAnnotations.MirroredArgument(List.of(name), "Mcp-Param-A", false));
    }

    // A server cannot make us remember, or do for each call, much more than it has said
    @Test
    void inLimitsTheNumberOfHeadersOfATool() {
        Map<String, Object> properties = new LinkedHashMap<>();
        IntStream.range(0, 1_000)
                .forEach(i -> properties.put("p" + i, Map.of("type", "string", "x-mcp-header", "H" + i)));
        assertThat(HeaderAnnotations.in(Map.of("properties", properties))).hasSize(1_000);

        properties.put("one", Map.of("type", "string", "x-mcp-header", "One"));
        assertThat(catchThrowableOfType(
                        HeaderAnnotations.IllegalAnnotationException.class,
                        () -> HeaderAnnotations.in(Map.of("properties", properties))))
                .hasMessage("it maps too many or too deeply nested arguments to headers");
    }

    // fault F14: far deeper than any message can be
    @Test
    void inWhenSchemaIsDeepDoesNotOverflowTheStack() {
        Map<String, Object> deep = Map.of("type", "string", "x-mcp-header", "A");
        for (int i = 0; i < 50_000; i++) {
            deep = Map.of("properties", Map.of("p", deep));
        }
        Map<String, Object> visible = deep;
        assertThat(catchThrowableOfType(
                        HeaderAnnotations.IllegalAnnotationException.class, () -> HeaderAnnotations.in(visible)))
                .hasMessageContaining("too deep");
        Map<String, Object> hidden = Map.of("items", List.of(List.of(deep)));
        assertThat(catchThrowableOfType(
                        HeaderAnnotations.IllegalAnnotationException.class, () -> HeaderAnnotations.in(hidden)))
                .hasMessageContaining("not reached by properties alone");
    }

    // fault I06: text of the server is sanitized for the log
    @Test
    void reasonIsEscapedAndShort() {
        assertThat(reason("{'properties':{'a\\u001b[31m" + "x".repeat(400) + "':{'type':'string','x-mcp-header':'"
                        + "y ".repeat(400) + "'}}}"))
                .contains("\\u001b[31m")
                .hasSizeLessThan(500)
                .matches("[^\\p{Cntrl}]+");
    }
}
