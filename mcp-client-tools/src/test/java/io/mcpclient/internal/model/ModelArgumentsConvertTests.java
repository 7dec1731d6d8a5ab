package io.mcpclient.internal.model;

import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

import io.mcpclient.internal.model.ModelArguments.Conversion;
import io.mcpclient.support.validation.JsonSchema;
import io.mcpclient.testkit.Repetitions;
import io.mcpclient.text.KnownSecrets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/** Arguments and schemas, row by row: apostrophes are quotes. */
class ModelArgumentsConvertTests {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    @SuppressWarnings("unchecked") // names are strings
    private static Map<String, Object> object(String json) {
        return MAPPER.readValue(json.replace('\'', '"'), Map.class);
    }

    /** A schema whose only property is {@code a}. */
    private static Map<String, Object> schema(String ofProperty) {
        return object("{'type':'object','properties':{'a':" + ofProperty + "}}");
    }

    private static Conversion convert(String ofProperty, String value) {
        return ModelArguments.convert(object("{'a':" + value + "}"), schema(ofProperty));
    }

    // hermes-agent 14811, netclaw 1105, continue 11852, code_puppy 506, claude-code 32524
    @ParameterizedTest(name = "{0}: {1} is converted to {2}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                // a string with the JSON text of a scalar
                "{'type':'integer'}|'100'|100",
                "{'type':'integer'}|'-7'|-7",
                "{'type':'integer'}|' 5 '|5",
                "{'type':'integer'}|'12345678901234567890'|12345678901234567890",
                "{'type':'integer'}|'5.0'|5",
                "{'type':'integer'}|'1e3'|1000",
                "{'type':'number'}|'100'|100",
                "{'type':'number'}|'1.5'|1.5",
                "{'type':'number'}|'1.10'|1.10",
                "{'type':'number'}|'2.0'|2.0",
                "{'type':['integer','number']}|'2.0'|2.0",
                "{'type':'number'}|'-2.5e-3'|-0.0025",
                "{'type':'number'}|'0.1000000000000000055511151231257827'|0.1000000000000000055511151231257827",
                "{'type':'boolean'}|'true'|true",
                "{'type':'boolean'}|'false'|false",
                "{'type':'boolean'}|'True'|true",
                "{'type':'boolean'}|'False'|false",
                "{'type':'boolean'}|' FALSE'|false",
                "{'type':['integer','null']}|'null'|null",
                "{'type':['integer','null']}|'5'|5",
                "{'type':['integer','boolean']}|'5'|5",
                "{'type':['integer','boolean']}|'true'|true",
                "{'type':['integer','number']}|'5'|5",
                "{'type':'integer','nullable':true}|'null'|null",
                // a string with the JSON text of a container
                "{'type':'array'}|'[1,2]'|[1,2]",
                "{'type':'array','items':{'type':'integer'}}|'[1, 2]'|[1,2]",
                "{'type':'array','items':{'type':'string'}}|'[\\'x\\']'|['x']",
                "{'type':'array'}|'[1,2,]'|[1,2]",
                "{'type':'array'}|'[]'|[]",
                "{'type':'array'}|'\\n[1]\\n'|[1]",
                "{'type':'object'}|'{\\'b\\':\\'1\\'}'|{'b':'1'}",
                "{'type':'object','properties':{'b':{'type':'integer'}}}|'{\\'b\\':\\'1\\'}'|{'b':1}",
                "{'type':'object','properties':{'b':{'type':'array'}}}|'{\\'b\\':\\'[1]\\'}'|{'b':[1]}",
                "{'type':'array'}|'\\'[1]\\''|[1]",
                "{'type':'integer'}|'\\'5\\''|5",
                "{'type':['array','null']}|'[1]'|[1]",
                "{'type':['array','null']}|'null'|null",
                // to strings
                "{'type':'string'}|5|'5'",
                "{'type':'string'}|-1.10|'-1.10'",
                "{'type':'string'}|12345678901234567890|'12345678901234567890'",
                "{'type':'string'}|true|'true'",
                "{'type':['string','null']}|5|'5'",
                "{'type':'string'}|{'b':[1.10,null]}|'{\\'b\\':[1.10,null]}'",
                "{'type':'string'}|[]|'[]'",
                // integers
                "{'type':'integer'}|5.0|5",
                "{'type':'integer'}|1e2|100",
                "{'type':'integer'}|12345678901234567890.00|12345678901234567890",
                "{'type':['integer','null']}|-0.0|0",
                // an array of one value: hermes-agent 19717, gsd-2 3591
                "{'type':'array','items':{'type':'string'}}|'https://example.com/?a=b'|['https://example.com/?a=b']",
                "{'type':'array','items':{'type':'string'}}|'5'|['5']",
                "{'type':'array','items':{'type':'integer'}}|5|[5]",
                "{'type':'array','items':{'type':'number'}}|5|[5]",
                "{'type':'array','items':{'type':'object'}}|{'b':1}|[{'b':1}]",
                "{'type':['array','null'],'items':{'enum':['x','y']}}|'x'|['x']",
                "{'anyOf':[{'type':'array','items':{'type':'string'}},{'type':'null'}]}|'x'|['x']",
                // values
                "{'enum':[1,2]}|'1'|1",
                "{'const':true}|'true'|true",
                "{'type':'string','enum':['1','2']}|1|'1'",
                "{'enum':['true','false']}|true|'true'",
                "{'enum':['asc','desc']}|'\\'asc\\''|'asc'",
                "{'enum':[1,2,'auto']}|'1'|1",
                "{'enum':[null,1]}|'null'|null",
                "{'enum':[1.0]}|'1'|1",
                // choices
                "{'anyOf':[{'type':'integer'},{'type':'null'}]}|'5'|5",
                "{'oneOf':[{'type':'boolean'},{'type':'null'}]}|'false'|false",
                "{'anyOf':[{'type':'integer'},{'type':'number'}]}|'5'|5",
                "{'allOf':[{'type':['integer','string']},{'type':['integer','null']}]}|'5'|5",
                "{'anyOf':[{'type':'array','items':{'type':'integer'}},{'type':'null'}]}|['1','2']|[1,2]",
                "{'anyOf':[{'type':'object','properties':{'b':{'type':'integer'}}},{'type':'null'}]}|'{\\'b\\':\\'1\\'}'|{'b':1}",
                "{'oneOf':[{'properties':{'k':{'const':'x'},'v':{'type':'integer'}}},"
                        + "{'properties':{'k':{'const':'y'},'v':{'type':'string'}}}]}|{'k':'y','v':5}|{'k':'y','v':'5'}",
                "{'anyOf':[{'anyOf':[{'type':'integer'}]},{'oneOf':[{'type':'null'}]}]}|'5'|5",
                // nested
                "{'items':{'type':'integer'}}|['1',2,'3']|[1,2,3]",
                "{'items':{'items':{'type':'boolean'}}}|[['true'],[false]]|[[true],[false]]",
                "{'prefixItems':[{'type':'integer'},{'type':'string'}],'items':{'type':'boolean'}}|['1','1','true']|[1,'1',true]",
                "{'items':[{'type':'integer'}],'additionalItems':{'type':'boolean'}}|['1','true']|[1,true]",
                "{'properties':{'b':{'properties':{'c':{'type':'integer'}}}}}|{'b':{'c':'1'},'d':'1'}|{'b':{'c':1},'d':'1'}",
                "{'additionalProperties':{'type':'integer'}}|{'x':'1','y':2}|{'x':1,'y':2}",
                "{'patternProperties':{'^n_':{'type':'integer'}},'additionalProperties':{'type':'boolean'}}|"
                        + "{'n_a':'1','b':'true'}|{'n_a':1,'b':true}",
                "{'properties':{'b':{'type':'integer'}},'additionalProperties':{'type':'string'}}|{'b':'1','c':1}|{'b':1,'c':'1'}",
                "{'allOf':[{'properties':{'b':{'type':'integer'}}},{'properties':{'c':{'type':'integer'}}}]}|{'b':'1','c':'2'}|{'b':1,'c':2}"
            })
    void valueOfAnotherTypeIsConvertedIfUnambiguous(String schema, String value, String expected) {
        Conversion conversion = convert(schema, escaped(value));

        assertThat(conversion.problems()).isEmpty();
        assertThat(conversion.converted()).isNotEmpty().allMatch(place -> place.startsWith("/a"));
        assertThat(MAPPER.writeValueAsString(conversion.arguments()))
                .isEqualTo(MAPPER.writeValueAsString(object("{'a':" + escaped(expected) + "}")));
    }

    private static String escaped(String json) {
        return json.replace("\\'", "\\u0022");
    }

    @ParameterizedTest(name = "{0}: {1} is not converted")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                // valid already
                "{'type':'string'}|'100'",
                "{'type':'string'}|'[1,2]'",
                "{'type':'string'}|'null'",
                "{'type':'string','pattern':'^x'}|'100'",
                "{'type':['string','integer']}|'100'",
                "{'type':['integer','string']}|100",
                "{'type':['array','string'],'items':{'type':'string'}}|'x'",
                "{'type':['array','string']}|'[1]'",
                "{'anyOf':[{'type':'string'},{'type':'integer'}]}|'100'",
                "{'type':['string','null']}|null",
                "{'type':'string','nullable':true}|null",
                "{'type':'string','nullable':true,'enum':['x']}|null",
                "{'type':'number'}|5",
                "{'type':'number'}|5.0",
                "{'type':['integer','number']}|5.0",
                "{'type':'integer'}|5",
                "{'enum':['1','2']}|'1'",
                "{'enum':[1.0,2]}|1",
                "{'const':null}|null",
                "{'anyOf':[{'type':'integer'},{'type':'null'}]}|null",
                // not in the enumeration, but of its type: the server says which values it accepts
                "{'enum':['asc','desc']}|'ASC'",
                "{'enum':[1,2]}|3",
                "{'type':'string','enum':['1']}|'2'",
                "{'const':'x'}|'y'",
                // anything is allowed, as far as is known
                "{}|'100'",
                "true|'100'",
                "false|'100'",
                "5|'100'",
                "null|'100'",
                "[]|'100'",
                "'x'|'100'",
                "{'type':'date'}|'100'",
                "{'type':['date','integer']}|'100'",
                "{'type':[]}|'100'",
                "{'type':5}|'100'",
                "{'type':{'a':1}}|'100'",
                "{'type':'Integer'}|'100'",
                "{'enum':[]}|'100'",
                "{'enum':5}|'100'",
                "{'anyOf':[]}|'100'",
                "{'anyOf':{'type':'integer'}}|'100'",
                "{'anyOf':[true,{'type':'integer'}]}|'100'",
                "{'allOf':'x','items':5,'properties':[],'required':{}}|'100'",
                "{'$ref':'https://example.com/schema'}|'100'",
                "{'$ref':'other.json#/x'}|'100'",
                "{'$ref':'#missing'}|'100'",
                "{'$ref':'#/$defs/missing'}|'100'",
                "{'$ref':5}|'100'",
                "{'$ref':'#/properties/a'}|'100'",
                "{'$id':'https://example.com/a','type':'integer'}|'100'",
                "{'$dynamicRef':'#x'}|'100'",
                "{'not':{'type':'string'}}|'100'",
                "{'if':{},'then':{'type':'integer'}}|'100'",
                "{'properties':{'b':{'type':'integer'}}}|'{}'",
                "{'patternProperties':{'(':{'type':'integer'}},'additionalProperties':{'type':'integer'}}|{'b':'1'}",
                "{'allOf':[{'type':'integer'},{'type':'boolean'}]}|'100'",
                // an integer that is too long to be written out
                "{'type':'integer'}|1e300"
            })
    void valueThatMayBeIntentionalIsNotChanged(String schema, String value) {
        Map<String, Object> arguments = object("{'a':" + value + "}");

        Conversion conversion = ModelArguments.convert(arguments, schema(schema));

        assertThat(conversion).isEqualTo(new Conversion(arguments, List.of(), List.of()));
        assertThat(conversion.arguments()).isSameAs(arguments);
    }

    @ParameterizedTest(name = "{0}: {1} {2}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'type':'integer'}|'abc'|is the string 'abc', but the schema requires an integer",
                "{'type':'integer'}|'1.5'|is the string '1.5', but the schema requires an integer",
                "{'type':'integer'}|1.5|is the number 1.5, but the schema requires an integer",
                "{'type':'integer'}|''|is the string '', but the schema requires an integer",
                "{'type':'integer'}|'1,000'|is the string '1,000', but the schema requires an integer",
                "{'type':'integer'}|'007'|is the string '007', but the schema requires an integer",
                "{'type':'integer'}|'+5'|is the string '+5', but the schema requires an integer",
                "{'type':'integer'}|'0x10'|is the string '0x10', but the schema requires an integer",
                "{'type':'integer'}|'１００'|is the string '１００', but the schema requires an integer",
                "{'type':'integer'}|'5 // five'|is the string '5 // five', but the schema requires an integer",
                "{'type':'integer'}|true|is the boolean true, but the schema requires an integer",
                "{'type':'integer'}|[5]|is an array, but the schema requires an integer",
                "{'type':'integer'}|{}|is an object, but the schema requires an integer",
                "{'type':'number'}|' 1,5'|is the string ' 1,5', but the schema requires a number",
                "{'type':'number'}|'1e400'|is the string '1e400', but the schema requires a number",
                "{'type':'number'}|'-1e400'|is the string '-1e400', but the schema requires a number",
                "{'type':'number'}|'1e-400'|is the string '1e-400', but the schema requires a number",
                "{'type':'number'}|'NaN'|is the string 'NaN', but the schema requires a number",
                "{'type':'number'}|'Infinity'|is the string 'Infinity', but the schema requires a number",
                "{'type':'number'}|'.5'|is the string '.5', but the schema requires a number",
                "{'type':'number'}|'5 %'|is the string '5 %', but the schema requires a number",
                "{'type':['integer','number']}|'x'|is the string 'x', but the schema requires a number",
                "{'type':'boolean'}|'yes'|is the string 'yes', but the schema requires a boolean",
                "{'type':'boolean'}|'YES'|is the string 'YES', but the schema requires a boolean",
                "{'type':'boolean'}|1|is the number 1, but the schema requires a boolean",
                "{'type':'boolean'}|'1'|is the string '1', but the schema requires a boolean",
                "{'type':'null'}|'x'|is the string 'x', but the schema requires null",
                "{'type':['integer','null']}|'None'|is the string 'None', but the schema requires an integer or null",
                "{'type':'array'}|'a, b'|is the string 'a, b', but the schema requires an array",
                "{'type':'array'}|'x'|is the string 'x', but the schema requires an array",
                "{'type':'array'}|'{}'|is the string '{}', but the schema requires an array",
                "{'type':'array'}|'[1,2'|is the string '[1,2', but the schema requires an array",
                "{'type':'array','items':{'type':'string'}}|'a,b'|is the string 'a,b', but the schema requires an array",
                "{'type':'array','items':{'type':'string'}}|'a; b'|is the string 'a; b', but the schema requires an array",
                "{'type':'array','items':{'type':'string'}}|''|is the string '', but the schema requires an array",
                "{'type':'array','items':{'type':'string'}}|'[x'|is the string '[x', but the schema requires an array",
                "{'type':'array','items':{'type':'string'}}|5|is the number 5, but the schema requires an array",
                "{'type':'array','items':{'type':'integer'}}|'5'|is the string '5', but the schema requires an array",
                "{'type':'array','items':{}}|'x'|is the string 'x', but the schema requires an array",
                "{'type':'object'}|'[]'|is the string '[]', but the schema requires an object",
                "{'type':'object'}|[{}]|is an array, but the schema requires an object",
                "{'type':'string'}|1e3|is the number 1E+3, but the schema requires a string",
                // values instead of their types
                "{'type':'string','enum':['1']}|2|is the number 2, but the schema requires '1'",
                "{'enum':['x']}|true|is the boolean true, but the schema requires 'x'",
                "{'enum':[1,2.5,3]}|'two'|is the string 'two', but the schema requires one of 1, 2.5, 3",
                "{'enum':[1,2]}|'3'|is the string '3', but the schema requires one of 1, 2",
                "{'type':'integer','enum':[1,2,'x']}|'y'|is the string 'y', but the schema requires one of 1, 2",
                "{'const':7}|true|is the boolean true, but the schema requires 7",
                "{'const':true}|'yes'|is the string 'yes', but the schema requires true",
                "{'enum':[true,false]}|'no'|is the string 'no', but the schema requires one of true, false",
                "{'const':null}|'none'|is the string 'none', but the schema requires null",
                "{'type':'integer','nullable':true,'enum':[1]}|'x'|is the string 'x', but the schema requires one of 1, null",
                "{'anyOf':[{'const':1},{'enum':[2,null]}]}|'x'|is the string 'x', but the schema requires one of 1, 2, null",
                "{'anyOf':[{'const':1},{'type':'boolean'}]}|'x'|is the string 'x', but the schema requires a number or a boolean",
                "{'enum':[1,2,3,4,5,6,7,8,9,10,11]}|'x'|is the string 'x', but the schema requires a number",
                "{'enum':[1,[2]]}|'x'|is the string 'x', but the schema requires a number or an array",
                // several conversions
                "{'type':['string','array'],'items':{'type':'integer'}}|5|is the number 5, but the schema requires a string or an array",
                "{'type':['integer','array'],'items':{'type':'string'}}|'5'|is the string '5', but the schema requires an integer or an array",
                "{'anyOf':[{'type':'integer'},{'type':'null'}]}|'abc'|is the string 'abc', but the schema requires an integer or null",
                "{'$ref':'#/properties/a/b','b':{'type':'integer'}}|'abc'|is the string 'abc', but the schema requires an integer"
            })
    void valueOfAnotherTypeThatCannotBeConvertedIsAProblem(String schema, String value, String problem) {
        Map<String, Object> arguments = object("{'a':" + value + "}");

        Conversion conversion = ModelArguments.convert(arguments, schema(schema));

        assertThat(conversion)
                .isEqualTo(new Conversion(arguments, List.of(), List.of("arguments.a " + problem.replace('\'', '"'))));
        assertThat(conversion.arguments()).isSameAs(arguments);
    }

    static Stream<Arguments> nulls() {
        return Stream.of(
                // LibreChat 11905, NeMo-Agent-Toolkit 1269, openclaw 96729
                arguments("{'properties':{'a':{'type':'string'}}}", "{'a':null}", "{}", "/a"),
                arguments("{'properties':{'a':{'type':'integer'}}}", "{'a':'null','b':1}", "{'b':1}", "/a"),
                arguments(
                        "{'properties':{'a':{'anyOf':[{'type':'string'},{'type':'integer'}]}}}",
                        "{'a':null}",
                        "{}",
                        "/a"),
                arguments("{'properties':{'a':{'enum':['x','y']}}}", "{'a':null}", "{}", "/a"),
                arguments(
                        "{'properties':{'a':{'$ref':'#/$defs/x'}},'$defs':{'x':{'type':'array'}}}",
                        "{'a':null}",
                        "{}",
                        "/a"),
                arguments(
                        "{'properties':{'a':{'properties':{'b':{'type':'string'}}}}}",
                        "{'a':{'b':null,'c':null}}",
                        "{'a':{'c':null}}",
                        "/a/b"),
                arguments("{'allOf':[{'properties':{'a':{'type':'string'}}}]}", "{'a':null}", "{}", "/a"));
    }

    @ParameterizedTest
    @MethodSource("nulls")
    void nullOfAnOptionalPropertyIsRemovedIfTheSchemaDoesNotAllowIt(
            String schema, String arguments, String expected, String place) {
        assertThat(ModelArguments.convert(object(arguments), object(schema)))
                .isEqualTo(new Conversion(object(expected), List.of(place), List.of()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'properties':{'a':{'type':'string'}},'required':['a']}|{'a':null}|arguments.a is null, but the schema requires a string",
                "{'properties':{'a':{'type':'string'}},'allOf':[{'required':['a']}]}|{'a':null}|arguments.a is null, but the schema requires a string",
                "{'properties':{'a':{'type':'array','items':{'type':'string'}}},'required':['a']}|{'a':'null'}|arguments.a is the string 'null', but the schema requires an array",
                "{'additionalProperties':{'type':'string'}}|{'a':null}|arguments.a is null, but the schema requires a string",
                "{'properties':{'a':{'items':{'type':'string'}}}}|{'a':['x',null]}|arguments.a[1] is null, but the schema requires a string"
            })
    void nullElsewhereIsAProblem(String schema, String arguments, String problem) {
        assertThat(ModelArguments.convert(object(arguments), object(schema)).problems())
                .containsExactly(problem.replace('\'', '"'));
    }

    @Test
    void problemLocationsContainMembersAndIndexes() {
        Map<String, Object> schema =
                object("{'properties':{'items':{'type':'array','items':{'$ref':'#/$defs/i~1t%65m'}},"
                        + "'x y':{'type':'integer'},'a/b':{'type':'integer'}},"
                        + "'$defs':{'i/tem':{'type':'object','properties':{'count':{'type':'integer'}}}}}");

        Conversion conversion = ModelArguments.convert(
                object("{'items':[{},{'count':'1'},{'count':'abc'}],'x y':'z\\u0022','a/b':'5','c':1}"), schema);

        assertThat(conversion.arguments())
                .isEqualTo(object("{'items':[{},{'count':1},{'count':'abc'}],'x y':'z\\u0022','a/b':5,'c':1}"));
        assertThat(conversion.converted()).containsExactly("/items/1/count", "/a~1b");
        assertThat(conversion.problems())
                .containsExactly(
                        "arguments.items[2].count is the string \"abc\", but the schema requires an integer",
                        "arguments[\"x y\"] is the string \"z\"\", but the schema requires an integer");
    }

    @Test
    void jsonTextOfAContainerIsConvertedEvenIfAValueInItIsInvalid() {
        Conversion conversion = ModelArguments.convert(
                object(
                        "{'a':'{\\u0022b\\u0022:\\u0022x\\u0022,\\u0022c\\u0022:\\u00225\\u0022}','d':'[\\u0022z\\u0022]'}"),
                object(
                        "{'properties':{'a':{'type':'object','properties':{'b':{'type':'integer'},'c':{'type':'integer'}}},"
                                + "'d':{'type':'array','items':{'enum':['x','y']}}}}"));

        assertThat(conversion)
                .isEqualTo(new Conversion(
                        object("{'a':{'b':'x','c':5},'d':['z']}"),
                        List.of("/a/c", "/a", "/d"),
                        List.of("arguments.a.b is the string \"x\", but the schema requires an integer")));
    }

    @Test
    void convertDoesNotModifyTheGivenArguments() {
        Map<String, Object> arguments = object("{'a':['1'],'b':{'c':'2'},'d':null}");
        Map<String, Object> schema = object("{'properties':{'a':{'items':{'type':'integer'}},"
                + "'b':{'properties':{'c':{'type':'integer'}}},'d':{'type':'string'}}}");

        Conversion conversion = ModelArguments.convert(arguments, schema);

        assertThat(conversion.arguments()).isEqualTo(object("{'a':[1],'b':{'c':2}}"));
        assertThat(conversion.converted()).containsExactly("/a/0", "/b/c", "/d");
        assertThat(arguments).isEqualTo(object("{'a':['1'],'b':{'c':'2'},'d':null}"));
    }

    @Test
    void recursiveSchemasAreFollowed() {
        Map<String, Object> schema = object(
                "{'properties':{'value':{'type':'integer'}," + "'children':{'type':'array','items':{'$ref':'#'}}}}");

        assertThat(ModelArguments.convert(
                                object(
                                        "{'value':'1','children':[{'value':'2','children':'[{\\u0022value\\u0022:\\u00223\\u0022}]'}]}"),
                                schema)
                        .arguments())
                .isEqualTo(object("{'value':1,'children':[{'value':2,'children':[{'value':3}]}]}"));
    }

    @Test
    void precisionIsKept() {
        Map<String, Object> arguments = convert("{'type':'number'}", "'1.10'").arguments();

        assertThat(arguments).containsEntry("a", new BigDecimal("1.10"));
        assertThat(convert("{'type':'integer'}", "'12345678901234567890'").arguments())
                .containsEntry("a", new BigInteger("12345678901234567890"));
    }

    @Test
    void nonJsonValuesAreNotChanged() {
        Object bean = new Object();
        Map<String, Object> arguments = new LinkedHashMap<>(Map.of("a", bean, "b", Double.NaN, "c", 5L, "d", 5.0f));
        Map<String, Object> schema = object("{'properties':{'a':{'type':'integer'},'b':{'type':'string'},"
                + "'c':{'type':'string'},'d':{'type':'integer'}}}");

        Conversion conversion = ModelArguments.convert(arguments, schema);

        assertThat(conversion.arguments()).isEqualTo(Map.of("a", bean, "b", Double.NaN, "c", "5", "d", 5));
        assertThat(conversion.problems())
                .containsExactly("arguments.b is the number NaN, but the schema requires a string");
    }

    @Test
    void problemsAreShortAndMaskSecrets() {
        KnownSecrets.sent("secret-of-model-conversion");
        Map<String, Object> schema = object("{'additionalProperties':{'type':'integer'}}");

        List<String> problems = ModelArguments.convert(
                        object("{'a':'secret-of-model-conversion','b':'" + "x".repeat(100_000)
                                + "','apiKey':'abcdef','\\u001b\\u0022.\\u202e':'\\u001b[31m'}"),
                        schema)
                .problems();

        assertThat(problems)
                .containsExactly(
                        "arguments.a is the string \"***\", but the schema requires an integer",
                        "arguments.b is the string \"" + "x".repeat(40) + "…\", but the schema requires an integer",
                        "arguments.apiKey is a string, but the schema requires an integer",
                        "arguments[\"\\u001b\\\".\\u202e\"] is the string \"\\u001b[31m\", but the schema requires an integer");
    }

    @Test
    void numberOfProblemsAndLocationsIsBounded() {
        Map<String, Object> schema = object("{'properties':{'a':{'items':{'type':'integer'}}}}");
        List<String> values = IntStream.range(0, 5_000).mapToObj(i -> "x" + i).toList();

        Conversion refused = ModelArguments.convert(Map.of("a", values), schema);
        Conversion converted = ModelArguments.convert(
                Map.of("a", values.stream().map(x -> x.substring(1)).toList()), schema);

        assertThat(refused.problems()).hasSize(10);
        assertThat(converted.converted()).hasSize(1_000);
        assertThat(converted.arguments())
                .isEqualTo(Map.of("a", IntStream.range(0, 5_000).boxed().toList()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"allOf", "anyOf", "oneOf", "items", "properties"})
    void deepSchemasAndArgumentsDoNotOverflowTheStack(String keyword) {
        Map<String, Object> schema = Map.of("type", "integer");
        Object value = "abc";
        for (int i = 0; i < 20_000; i++) {
            schema = switch (keyword) {
                case "items" -> Map.of(keyword, schema);
                case "properties" -> Map.of(keyword, Map.of("a", schema));
                default -> Map.of(keyword, List.of(schema));
            };
            value = switch (keyword) {
                case "items" -> List.of(value);
                case "properties" -> Map.of("a", value);
                default -> value;
            };
        }
        Map<String, Object> arguments = Map.of("a", value);

        Conversion conversion = ModelArguments.convert(arguments, Map.of("properties", Map.of("a", schema)));

        assertThat(conversion.arguments()).isSameAs(arguments);
        assertThat(conversion.problems()).isEmpty();
    }

    @Test
    void exponentiallyExpandingSchemasAreBounded() {
        List<Object> branches = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            branches.add(object("{'properties':{'a':{'$ref':'#'},'b" + i + "':{'type':'integer'}},'required':['b']}"));
        }
        Object value = "x";
        for (int i = 0; i < 60; i++) {
            value = new LinkedHashMap<>(Map.of("a", value, "b" + i % 20, "y"));
        }
        @SuppressWarnings("unchecked") // names are strings
        Map<String, Object> arguments = (Map<String, Object>) value;

        assertThat(ModelArguments.convert(arguments, Map.of("anyOf", branches)).arguments())
                .isSameAs(arguments);
        assertThat(ModelArguments.convert(
                                Map.of("a", Map.of("a".repeat(200) + "!", "x")),
                                object("{'properties':{'a':{'patternProperties':{'^(a+)+$':{'type':'integer'}}}}}"))
                        .problems())
                .isEmpty();
    }

    @Test
    void validArgumentsAreTheSameInstance() {
        Random random = new Random(3);
        int valid = 0;
        int rounds = Repetitions.of(5_000, 20_000);
        for (int i = 0; i < rounds; i++) {
            Map<String, Object> schema = RandomSchema.object(random, 0);
            @SuppressWarnings("unchecked") // names are strings
            Map<String, Object> arguments = (Map<String, Object>) RandomSchema.instance(random, schema, 0);
            if (JsonSchema.compile(schema).check(arguments) == null && !hasFraction(arguments)) {
                valid++;
                Conversion conversion = ModelArguments.convert(arguments, schema);
                assertThat(conversion)
                        .as("%s with %s", arguments, schema)
                        .isEqualTo(new Conversion(arguments, List.of(), List.of()));
                assertThat(conversion.arguments()).isSameAs(arguments);
            }
        }
        assertThat(valid).isGreaterThan(rounds / 10);
    }

    @Test
    void checkOfValidArgumentsAllocatesLittle() {
        Map<String, Object> schema = object("{'properties':{'a':{'type':'array','items':{'type':'object','properties':"
                + "{'b':{'type':['integer','null']},'c':{'anyOf':[{'type':'string'},{'type':'null'}]}}}}}}");
        Map<String, Object> element = object("{'b':1,'c':'x','d':[1.5]}");
        Map<String, Object> arguments = Map.of("a", Collections.nCopies(1_000, element));
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (int i = 0; i < 200; i++) {
            ModelArguments.convert(arguments, schema);
        }

        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 100; i++) {
            ModelArguments.convert(arguments, schema);
        }
        long perValue = (threads.getCurrentThreadAllocatedBytes() - before) / (100 * 4_000);

        // iterators, as long as the compiler does not remove them
        assertThat(perValue).isLessThan(100);
    }

    @Test
    void conversionWithoutProblemsIsValidAndIdempotent() {
        Random random = new Random(5);
        int converted = 0;
        int rounds = Repetitions.of(5_000, 20_000);
        for (int i = 0; i < rounds; i++) {
            Map<String, Object> schema = RandomSchema.object(random, 0);
            Map<String, Object> arguments = new LinkedHashMap<>();
            random.ints(0, 5).limit(4).forEach(n -> arguments.put("p" + n, RandomSchema.written(random)));
            Conversion conversion = ModelArguments.convert(arguments, schema);
            if (!conversion.converted().isEmpty()) {
                converted++;
                assertThat(ModelArguments.convert(conversion.arguments(), schema)
                                .arguments())
                        .as("%s with %s", arguments, schema)
                        .isSameAs(conversion.arguments());
            } else {
                assertThat(conversion.arguments()).isSameAs(arguments);
            }
        }
        assertThat(converted).isGreaterThan(rounds / 10);
    }

    @Test
    @SuppressWarnings("unchecked") // names are strings
    void valuesWrittenAsOtherTypesAreRestored() {
        Random random = new Random(9);
        for (int i = 0; i < Repetitions.of(1_000, 5_000); i++) {
            RandomSchema.Sample sample = RandomSchema.sampleObject(random, 0);
            Conversion conversion = ModelArguments.convert((Map<String, Object>) sample.written(), sample.schema());

            assertThat(conversion.problems()).as("%s", sample).isEmpty();
            assertThat(MAPPER.writeValueAsString(conversion.arguments()))
                    .isEqualTo(MAPPER.writeValueAsString(sample.value()));
        }
    }

    /** 5.0 is an integer for the validator, but not for all servers. */
    private static boolean hasFraction(@Nullable Object value) {
        if (value instanceof Map<?, ?> object) {
            return object.values().stream().anyMatch(ModelArgumentsConvertTests::hasFraction);
        }
        return (value instanceof List<?> array)
                ? array.stream().anyMatch(ModelArgumentsConvertTests::hasFraction)
                : value instanceof BigDecimal decimal && JsonType.isIntegral(decimal);
    }
}
