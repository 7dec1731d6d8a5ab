package io.mcpclient.internal.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.model.McpSchemaForm;
import io.mcpclient.schema.JsonObject;
import io.mcpclient.schema.ParsedObjects;
import io.mcpclient.testkit.ProviderChecks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Timeout(30)
class ModelSchemasTests {

    private static final String ANYTHING =
            "{'anyOf':[{'type':'string','nullable':true},{'type':'number'},{'type':'boolean'},"
                    + "{'type':'object'},{'type':'array','items':{}}]}";

    private static String portable(String schema) {
        return SchemaText.text(ModelSchemas.of(SchemaText.schema(schema), McpSchemaForm.PORTABLE));
    }

    private static String inline(String schema) {
        return SchemaText.text(ModelSchemas.of(SchemaText.schema(schema), McpSchemaForm.INLINE));
    }

    /** The form of a property of the root. */
    private static String inlineProperty(String schema) {
        String inline = inline("{'type':'object','properties':{'p':" + schema + "}}");
        String before = "{'type':'object','properties':{'p':";
        assertThat(inline).startsWith(before).endsWith("}}");
        return inline.substring(before.length(), inline.length() - 2);
    }

    private static String portableProperty(String schema) {
        String portable = portable("{'type':'object','properties':{'p':" + schema + "}}");
        String before = "{'type':'object','properties':{'p':";
        assertThat(portable).startsWith(before).endsWith("}}");
        return portable.substring(before.length(), portable.length() - 2);
    }

    // The whole

    @Test
    void schemaInFormAsSentIsTheSameInstance() {
        Map<String, Object> schema = SchemaText.schema("{'$schema':'x','properties':[],'required':null}");

        assertThat(ModelSchemas.of(schema, McpSchemaForm.AS_SENT)).isSameAs(schema);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type':'object','properties':{}}",
                "{'type':'object','properties':{'city':{'type':'string','title':'City'}},'required':['city']}",
                "{'properties':{'a':{'type':'string'},'b':{'type':'array','items':{'type':'integer'}}},'type':'object'}",
                "{'type':'object','properties':{'a':{'type':'object','properties':{}}},'required':[],'title':'T'}"
            })
    void validSchemaIsTheSameInstance(String text) {
        Map<String, Object> schema = SchemaText.schema(text);

        assertThat(ModelSchemas.of(schema, McpSchemaForm.PORTABLE)).isSameAs(schema);
    }

    @Test
    void schemaThatGeminiAcceptsIsTheSameInstanceInInlineForm() {
        Map<String, Object> schema = SchemaText.schema(
                "{'type':'object','properties':{'a':{'type':'string','description':'d'}},'required':['a']}");

        assertThat(ModelSchemas.of(schema, McpSchemaForm.INLINE)).isSameAs(schema);
    }

    @Test
    void textOfAServerIsNotWrittenAgainIfNothingIsChanged() {
        JsonObject schema =
                JsonObject.parse("{ \"type\": \"object\", \"properties\": {\"a\": {\"type\": \"string\"}} }");

        for (McpSchemaForm form : McpSchemaForm.values()) {
            assertThat(ModelSchemas.of(schema, form)).isSameAs(schema);
        }
        assertThat(ParsedObjects.isParsed(schema)).isFalse();
    }

    @Test
    void changedTextAndTextWithLineBreaksAreCompact() {
        JsonObject dialect = JsonObject.parse("{ \"$schema\": \"x\", \"type\": \"object\", \"properties\": {} }");
        JsonObject indented = JsonObject.parse("{\n  \"type\": \"object\",\n  \"properties\": {}\n}");

        assertThat(ModelSchemas.of(dialect, McpSchemaForm.PORTABLE))
                .hasToString("{\"type\":\"object\",\"properties\":{}}");
        assertThat(ModelSchemas.of(indented, McpSchemaForm.PORTABLE))
                .hasToString("{\"type\":\"object\",\"properties\":{}}");
        assertThat(ModelSchemas.of(indented, McpSchemaForm.AS_SENT)).isSameAs(indented);
    }

    @ParameterizedTest
    @CsvSource({"PORTABLE", "INLINE"})
    void changedSchemaIsImmutableAndItsSourceUnchanged(McpSchemaForm form) {
        String text =
                "{'properties':{'b':[],'a':{'$ref':'#/$defs/A'}},'$defs':{'A':{'type':'array'}},'required':['b','b']}";
        Map<String, Object> schema = SchemaText.schema(text);

        Map<String, Object> changed = ModelSchemas.of(schema, form);

        assertThat(SchemaText.text(schema)).isEqualTo(text);
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> changed.put("x", 1));
        Map<?, ?> properties = (Map<?, ?>) changed.get("properties");
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(properties::clear);
        assertThat(properties.keySet().toString()).isEqualTo("[b, a]");
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> ((List<?>) changed.get("required")).clear());
    }

    @Test
    void unmodifiableSchemaMapsAreSupported() {
        Map<String, Object> schema = Collections.unmodifiableMap(
                new LinkedHashMap<>(Map.of("properties", Collections.unmodifiableMap(new LinkedHashMap<>(Map.of())))));

        assertThat(SchemaText.text(ModelSchemas.of(schema, McpSchemaForm.INLINE)))
                .isEqualTo("{'type':'object','properties':{}}");
    }

    // The root

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'type':'object'} | {'type':'object','properties':{}}",
                "{} | {'type':'object','properties':{}}",
                "{'type':null,'properties':null} | {'type':'object','properties':{}}",
                "{'type':'OBJECT','properties':[]} | {'type':'object','properties':{}}",
                "{'type':['object','null'],'properties':{}} | {'type':'object','properties':{}}",
                "{'type':'string'} | {'type':'object','properties':{}}",
                "{'type':'object','additionalProperties':false}"
                        + " | {'type':'object','additionalProperties':false,'properties':{}}",
                "{'$schema':'http://json-schema.org/draft-07/schema#','$id':'x','type':'object','properties':{}}"
                        + " | {'type':'object','properties':{}}",
                "{'type':'object','properties':{},'enum':[{}],'not':{'required':['x']}}"
                        + " | {'type':'object','properties':{}}"
            })
    void rootBecomesAnObjectWithProperties(String schema, String expected) {
        assertThat(portable(schema)).isEqualTo(expected);
    }

    @Test
    void rootReferenceIsReplacedByItsTarget() {
        assertThat(portable("{'$ref':'#/definitions/In','definitions':{'In':{'type':'object','properties':"
                        + "{'a':{'$ref':'#/definitions/A'}},'required':['a']},'A':{'type':'string'},'Unused':{}},"
                        + "'$schema':'http://json-schema.org/draft-07/schema#'}"))
                .isEqualTo("{'type':'object','properties':{'a':{'$ref':'#/$defs/A'}},'required':['a'],"
                        + "'$defs':{'A':{'type':'string'}}}");
    }

    @Test
    void alternativesOfRequiredAtTheRootAreOmitted() {
        assertThat(portable("{'type':'object','properties':{'route':{'type':'string'},'file':{'type':'string'}},"
                        + "'anyOf':[{'required':['route']},{'required':['file']}]}"))
                .isEqualTo("{'type':'object','properties':{'route':{'type':'string'},'file':{'type':'string'}}}");
    }

    @Test
    void alternativesAtTheRootAreMergedIntoOneObject() {
        assertThat(portable("{'oneOf':[{'type':'object','properties':{'kind':{'const':'a'},'x':{'type':'string'}},"
                        + "'required':['kind','x'],'additionalProperties':false},{'type':'object','properties':"
                        + "{'kind':{'const':'b'},'y':{'type':'integer'}},'required':['kind','y'],"
                        + "'additionalProperties':false}]}"))
                .isEqualTo("{'type':'object','additionalProperties':false,'properties':{'kind':{'enum':['a','b']},"
                        + "'x':{'type':'string'},'y':{'type':'integer'}},'required':['kind']}");
        assertThat(portable("{'anyOf':[{'type':'object','properties':{'v':{'type':'string'}},'required':['v']},"
                        + "{'type':'object','properties':{'v':{'type':'integer'}},'required':['v']},{'type':'null'}]}"))
                .isEqualTo("{'type':'object','properties':{'v':{'anyOf':[{'type':'string'},{'type':'integer'}]}},"
                        + "'required':['v']}");
    }

    @Test
    void allOfAtTheRootIsMergedIntoOneObject() {
        assertThat(portable("{'allOf':[{'$ref':'#/$defs/Base'},{'type':'object','properties':{'b':{'type':'integer'},"
                        + "'id':{'minLength':1}},'required':['b']}],'description':'both','$defs':{'Base':{'type':'object',"
                        + "'properties':{'id':{'type':'string'}},'required':['id']}}}"))
                .isEqualTo("{'type':'object','description':'both','properties':{'id':{'type':'string','minLength':1},"
                        + "'b':{'type':'integer'}},'required':['id','b']}");
    }

    // Values

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[] | {}",
                "null | {}",
                "true | {}",
                "{'type':'object','properties':[]} | {'type':'object','properties':{}}",
                "{'type':'object','patternProperties':[],'dependentSchemas':[]}"
                        + " | {'type':'object','patternProperties':{},'dependentSchemas':{}}",
                "{'type':'object','properties':{'a':{'type':'object','properties':[]}}}"
                        + " | {'type':'object','properties':{'a':{'type':'object','properties':{}}}}",
                "{'type':'array','items':[]} | {'type':'array','items':{}}",
                "{'additionalProperties':[],'propertyNames':[]} | {'additionalProperties':{},'propertyNames':{}}",
                "{'not':[],'if':null,'then':[],'contains':[]} | {}",
                "{'anyOf':[],'allOf':{},'oneOf':null} | {}",
                "{'anyOf':[[],{'type':'string'}]} | {'anyOf':[{},{'type':'string'}]}",
                "{'type':'any','required':true,'enum':null} | {}",
                "{'type':['string','any']} | {}",
                "{'type':'STRING'} | {'type':'string'}",
                "{'title':7,'minLength':'3','minimum':null,'uniqueItems':'yes'} | {}",
                "{'properties':{'required':{'type':'string'},'$schema':{'type':'string'}}}"
                        + " | {'properties':{'required':{'type':'string'},"
                        + "'_schema':{'type':'string','description':'original name: $schema'}}}",
                "{'default':[],'enum':[[],null,{'$schema':[]}],'examples':[[]],'const':{'properties':[]}}"
                        + " | {'default':[],'enum':[[],null,{'$schema':[]}],'examples':[[]],'const':{'properties':[]}}",
                "{'x-order':[],'$schema':'https://json-schema.org/draft/2020-12/schema'} | {'x-order':[]}"
            })
    void keywordValuesOfTheWrongTypeAreRepairedAtAnyDepth(String schema, String expected) {
        assertThat(portableProperty(schema)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "^[a-z]+$ ; true",
                "[a-z0-9_-]{1,64} ; true",
                "^(?:a|b)*?[+*]$ ; true",
                "^\\d{4}-\\d{2}\\x20\\u0041\\/$ ; true",
                "^(?!x) ; false",
                "(?<=x)y ; false",
                "(?<year>\\d+) ; false",
                "(?i)abc ; false",
                "\\p{L}+ ; false",
                "a++ ; false",
                "(a)\\1 ; false",
                "[ ; false",
                "( ; false"
            })
    void patternIsRetainedIfAllProvidersSupportIt(String pattern, boolean isKept) {
        assertThat(KeywordValues.isPortable(pattern)).isEqualTo(isKept);
    }

    @Test
    void patternOfAHugeLengthIsDropped() {
        assertThat(KeywordValues.isPortable("(".repeat(50_000))).isFalse();
        assertThat(KeywordValues.isPortable("a".repeat(1_000))).isTrue();
    }

    // Dialects

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'type':'integer','minimum':0,'exclusiveMinimum':true} | {'type':'integer','exclusiveMinimum':0}",
                "{'type':'integer','maximum':9,'exclusiveMaximum':false} | {'type':'integer','maximum':9}",
                "{'type':'array','items':[{'type':'string'}]} | {'type':'array','prefixItems':[{'type':'string'}],'items':{}}",
                "{'type':'array','items':[{'type':'string'}],'additionalItems':{'type':'integer'}}"
                        + " | {'type':'array','prefixItems':[{'type':'string'}],'items':{'type':'integer'}}",
                "{'type':'array','items':[{'type':'string'}],'additionalItems':false}"
                        + " | {'type':'array','prefixItems':[{'type':'string'}],'items':{},'maxItems':1}",
                "{'type':'array','items':{'type':'string'},'additionalItems':false}"
                        + " | {'type':'array','items':{'type':'string'}}",
                "{'type':'array','items':false} | {'type':'array','items':{},'maxItems':0}"
            })
    void olderDialectIsConvertedToTheCurrentOne(String schema, String expected) {
        assertThat(portableProperty(schema)).isEqualTo(expected);
    }

    @Test
    void keywordsBesideAReferenceHaveNoEffectInOlderDialects() {
        String schema = "{'type':'object','properties':{'a':{'$ref':'#/$defs/A','description':'d','minLength':5}},"
                + "'$defs':{'A':{'type':'string'}}%s}";

        assertThat(portable(schema.formatted(",'$schema':'http://json-schema.org/draft-07/schema#'")))
                .contains("{'$ref':'#/$defs/A','description':'d'}");
        assertThat(portable(schema.formatted(""))).contains("{'$ref':'#/$defs/A','description':'d','minLength':5}");
    }

    // References

    @ParameterizedTest
    @ValueSource(
            strings = {
                "#/$defs/A",
                "#/definitions/C%20d",
                "#/definitions/B~1c",
                "#anchor",
                "#/properties/a",
                "#/properties/list/items/0",
                "https://example.com/s.json#/$defs/A",
                "s.json#anchor",
                "a.json"
            })
    void referenceWithinTheSchemaIsResolved(String reference) {
        String schema = "{'$id':'https://example.com/s.json','type':'object','properties':{'a':{'type':'boolean'},"
                + "'list':{'type':'array','items':[{'type':'boolean'}]},'p':{'$ref':'" + reference + "'}},"
                + "'$defs':{'A':{'type':'boolean'},'N':{'$anchor':'anchor','type':'boolean'},"
                + "'I':{'$id':'a.json','type':'boolean'}},'definitions':{'B/c':{'type':'boolean'},'C d':{'type':'boolean'}}}";

        assertThat(inline(schema)).contains("'p':{'type':'boolean'}");
        Map<String, Object> portable = ModelSchemas.of(SchemaText.schema(schema), McpSchemaForm.PORTABLE);
        assertThat(SchemaText.text(portable)).contains("'p':{'$ref':'#/$defs/");
        assertThat(ProviderChecks.anthropic("f", portable)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://example.com/other.json",
                "file:///etc/passwd",
                "#/$defs/None",
                "#none",
                "#/properties/a/type/x",
                "::not a uri::",
                "#/%zz"
            })
    void unresolvableReferenceAcceptsAnyValue(String reference) {
        String schema = "{'$ref':'" + reference + "','description':'d'}";

        assertThat(portableProperty(schema)).isEqualTo("{'description':'d'}");
        assertThat(inlineProperty(schema)).isEqualTo(ANYTHING.replaceFirst("'string',", "'string','description':'d',"));
    }

    @Test
    void nestedDefinitionsAreFound() {
        assertThat(inline("{'type':'object','properties':{'f':{'type':'object','$defs':{'F':{'type':'string'}},"
                        + "'properties':{'x':{'$ref':'#/$defs/F'}}}}}"))
                .isEqualTo(
                        "{'type':'object','properties':{'f':{'type':'object','properties':{'x':{'type':'string'}}}}}");
    }

    @Test
    void recursionEndsAfterTwoSteps() {
        assertThat(
                        inline(
                                "{'type':'object','properties':{'tree':{'$ref':'#/$defs/N','description':'the tree'}},'$defs':"
                                        + "{'N':{'type':'object','properties':{'next':{'$ref':'#/$defs/N'}},'description':'a node'}}}"))
                .isEqualTo(
                        "{'type':'object','properties':{'tree':{'type':'object','description':'the tree','properties':"
                                + "{'next':{'type':'object','description':'a node','properties':{'next':{'type':'object'}}}}}}}");
        assertThat(inline("{'type':'object','properties':{'a':{'$ref':'#/$defs/A'}},'$defs':{'A':{'$ref':'#/$defs/B'},"
                        + "'B':{'$ref':'#/$defs/A'}}}"))
                .isEqualTo("{'type':'object','properties':{'a':" + ANYTHING + "}}");
    }

    // Inline

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'type':['string','null']} | {'type':'string','nullable':true}",
                "{'anyOf':[{'type':'string'},{'type':'null'}],'default':null,'title':'P','description':'d'}"
                        + " | {'type':'string','title':'P','description':'d','nullable':true}",
                "{'oneOf':[{'type':'null','description':'none'},{'type':'integer','minimum':1}]}"
                        + " | {'type':'integer','minimum':1,'nullable':true}",
                "{'type':['string','integer','null'],'maxLength':3,'minimum':1}"
                        + " | {'anyOf':[{'type':'string','maxLength':3,'nullable':true},{'type':'integer','minimum':1}]}",
                "{'anyOf':[{'anyOf':[{'type':'string'},{'type':'integer'}]},{'type':'null'}]}"
                        + " | {'anyOf':[{'type':'string','nullable':true},{'type':'integer'}]}",
                "{'anyOf':[{'const':'a'},{'const':'b'}],'description':'d'}"
                        + " | {'type':'string','description':'d','enum':['a','b']}",
                "{'enum':['a',null]} | {'type':'string','enum':['a'],'nullable':true}",
                "{'enum':['a','']} | {'type':'string'}",
                "{'enum':[3,1,2]} | {'type':'integer','minimum':1,'maximum':3}",
                "{'enum':['auto',1]} | {'anyOf':[{'type':'string','enum':['auto']},{'type':'integer','minimum':1,'maximum':1}]}",
                "{'const':true} | {'type':'boolean'}",
                "{'type':'integer','exclusiveMinimum':0,'exclusiveMaximum':10} | {'type':'integer','minimum':1,'maximum':9}",
                "{'type':'number','exclusiveMinimum':0,'minimum':-1} | {'type':'number','minimum':0}",
                "{'type':'string','format':'uri','pattern':'^h','minLength':1,'contentEncoding':'base64'}"
                        + " | {'type':'string','minLength':1}",
                "{'type':'string','format':'date-time'} | {'type':'string','format':'date-time'}",
                "{'type':'object','additionalProperties':{'type':'string'},'minProperties':1} | {'type':'object'}",
                "{'type':'array','prefixItems':[{'type':'number'},{'type':'number'}],'minItems':2,'maxItems':2}"
                        + " | {'type':'array','items':{'type':'number'},'minItems':2,'maxItems':2}",
                "{'type':'array','items':[{'type':'string'},{'type':'integer'}],'additionalItems':false}"
                        + " | {'type':'array','items':{'anyOf':[{'type':'string'},{'type':'integer'}]},'maxItems':2}",
                "{'type':'array','items':[{'type':'string'}]} | {'type':'array','items':{}}",
                "{'allOf':[{'type':'object','properties':{'a':{'type':'string'}}},"
                        + "{'properties':{'b':{'type':'integer'}},'required':['b']}]}"
                        + " | {'type':'object','properties':{'a':{'type':'string'},'b':{'type':'integer'}},'required':['b']}",
                "{'type':'object','properties':{'a':{'type':'string'}},'anyOf':[{'required':['a']},"
                        + "{'properties':{'b':{'type':'integer'}}}]}"
                        + " | {'anyOf':[{'type':'object','properties':{'a':{'type':'string'}},'required':['a']},"
                        + "{'type':'object','properties':{'b':{'type':'integer'},'a':{'type':'string'}}}]}",
                "{'type':'object','properties':{'a':{'type':'string'},'b':{'type':'integer'}},"
                        + "'anyOf':[{'required':['a']},{'required':['b']}]}"
                        + " | {'type':'object','properties':{'a':{'type':'string'},'b':{'type':'integer'}}}",
                "{'anyOf':[{'type':'object','properties':{'k':{'const':'a'}}},{'type':'object','properties':{'k':{'const':1}}}]}"
                        + " | {'anyOf':[{'type':'object','properties':{'k':{'type':'string','enum':['a']}}},"
                        + "{'type':'object','properties':{'k':{'type':'integer','minimum':1,'maximum':1}}}]}",
                "{'type':'null'} | {'type':'string','nullable':true}",
                "{'type':'string','nullable':true} | {'type':'string','nullable':true}"
            })
    void schemaIsReducedToWhatGeminiAndStrictModeAccept(String schema, String expected) {
        assertThat(inlineProperty(schema)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "true",
                "{'anyOf':[{},{'type':'string'}]}",
                "{'not':{'type':'null'}}",
                "{'if':{},'then':{}}"
            })
    void schemaWithoutATypeAcceptsAnyValue(String schema) {
        assertThat(inlineProperty(schema)).isEqualTo(ANYTHING);
    }

    @Test
    void typesImpliedByKeywordsComeFirstInASchemaWithoutAType() {
        assertThat(inlineProperty("{'properties':{'id':{'type':'string'}},'required':['id'],'description':'d'}"))
                .startsWith("{'anyOf':[{'type':'object','description':'d','properties':{'id':{'type':'string'}},"
                        + "'required':['id'],'nullable':true},{'type':'string'}");
    }

    @Test
    void levelsBeyondTheDepthLimitAcceptAnyValue() {
        String deep = IntStream.range(0, 15)
                        .mapToObj(i -> "{'type':'object','properties':{'p':")
                        .collect(Collectors.joining())
                + "{'type':'string'}"
                + "}}".repeat(15);

        String inline = inline(deep);

        assertThat(inline.split("properties", -1)).hasSize(11);
        assertThat(inline).contains("{'p':{'type':'object'}}");
    }

    // What servers could send to make it expensive

    @Test
    void exponentiallyExpandingReferencesAreBounded() {
        List<String> definitions = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            String next = "{'$ref':'#/$defs/d" + (i + 1) + "'}";
            definitions.add("'d" + i + "':{'type':'object','properties':{'a':" + next + ",'b':" + next + ",'c':" + next
                    + ",'e':{'anyOf':[" + next + "," + next + "]}}}");
        }
        String schema = "{'type':'object','properties':{'p':{'$ref':'#/$defs/d0'}},'$defs':{"
                + String.join(",", definitions) + ",'d40':{'type':'string'}}}";

        assertThat(inline(schema).length()).isLessThan(500_000);
        assertThat(portable(schema).length()).isLessThan(2 * schema.length());
    }

    @ParameterizedTest
    @ValueSource(strings = {"allOf", "anyOf", "oneOf"})
    void exponentiallyExpandingAlternativesAreBounded(String keyword) {
        List<String> definitions = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            String next = ("{'$ref':'#/$defs/d" + (i + 1) + "'},").repeat(20);
            definitions.add("'d" + i + "':{'" + keyword + "':[" + next + "{'type':'object'}]}");
        }
        String schema = "{'$ref':'#/$defs/d0','properties':{'p':{'$ref':'#/$defs/d0'}},'$defs':{"
                + String.join(",", definitions) + ",'d30':{'properties':{'x':{'type':'string'}}}}}";

        assertThat(inline(schema).length()).isLessThan(500_000);
        assertThat(portable(schema).length()).isLessThan(2 * schema.length());
    }

    @ParameterizedTest
    @ValueSource(strings = {"items", "not", "additionalProperties", "anyOf", "allOf", "properties", "$defs"})
    void nestingIsBounded(String keyword) {
        Object schema = Map.of("type", "string");
        for (int i = 0; i < 5_000; i++) {
            boolean isNamed = keyword.equals("properties") || keyword.equals("$defs");
            boolean isList = keyword.equals("anyOf") || keyword.equals("allOf");
            schema = Map.of(keyword, isNamed ? Map.of("p", schema) : isList ? List.of(schema) : schema);
        }
        Map<String, Object> root = Map.of("type", "object", "properties", Map.of("p", schema));

        assertThat(SchemaText.text(ModelSchemas.of(root, McpSchemaForm.PORTABLE))
                        .length())
                .isLessThan(5_000);
        assertThat(SchemaText.text(ModelSchemas.of(root, McpSchemaForm.INLINE)).length())
                .isLessThan(5_000);
    }

    @Test
    void thousandsOfAlternativesAreBounded() {
        String many =
                IntStream.range(0, 3_000).mapToObj(i -> "{'const':" + i + "}").collect(Collectors.joining(","));
        String wide = IntStream.range(0, 2_000).mapToObj(i -> "'p" + i + "':{}").collect(Collectors.joining(","));

        assertThat(inlineProperty("{'anyOf':[" + many + "]}")).startsWith("{'anyOf':[{'type':'integer'");
        assertThat(inlineProperty("{'properties':{" + wide + "},'anyOf':[" + many + "]}")
                        .length())
                .isLessThan(3_000_000);
    }
}
