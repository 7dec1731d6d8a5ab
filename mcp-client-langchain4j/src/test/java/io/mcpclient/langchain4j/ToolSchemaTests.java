package io.mcpclient.langchain4j;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.internal.JsonSchemaElementUtils;
import dev.langchain4j.model.chat.request.json.JsonAnyOfSchema;
import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonEnumSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonRawSchema;
import dev.langchain4j.model.chat.request.json.JsonReferenceSchema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

import io.mcpclient.schema.JsonObject;
import io.mcpclient.schema.Tool;

import static org.assertj.core.api.Assertions.assertThat;

/** Schemas are written back with LangChain4j's own mapping, the one that its models use, and compared with what the server sent. */
class ToolSchemaTests {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private static Map<String, Object> json(String text) {
        return read(text.replace('\'', '"'));
    }

    private static Map<String, Object> read(String json) {
        return MAPPER.readValue(json, new TypeReference<>() {});
    }

    /** As a model gets it. */
    private static Map<String, Object> written(Map<String, Object> schema) {
        return read(
                Json.write(JsonSchemaElementUtils.toMap(ToolSchema.of(schema).parameters())));
    }

    /** Removes what has no meaning: defaults written out, and two forms of the same union. */
    private static Object normal(Object node) {
        if (node instanceof List<?> list) {
            return list.stream().map(ToolSchemaTests::normal).toList();
        }
        if (!(node instanceof Map<?, ?> map)) {
            return node instanceof Number number ? number.toString() : node;
        }
        Map<Object, Object> result = new LinkedHashMap<>();
        map.forEach((key, value) -> result.put(key, normal(value)));
        if (result.get("type") instanceof List<?> types
                && result.keySet().stream().allMatch(key -> key.equals("type") || key.equals("description"))) {
            result.remove("type");
            List<Object> alternatives = new ArrayList<>();
            types.forEach(type -> alternatives.add(Map.of("type", type)));
            result.put("anyOf", alternatives);
        }
        result.entrySet()
                .removeIf(entry -> List.of("properties", "required", "items").contains(entry.getKey())
                        && (entry.getValue().equals(Map.of())
                                || entry.getValue().equals(List.of())));
        result.remove("additionalProperties", true);
        return result;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type':'object'}",
                "{'type':'object','description':'All','properties':{'city':{'type':'string','description':'A city'}},'required':['city']}",
                "{'type':'object','properties':{'a':{'type':'integer'},'b':{'type':'number'},'c':{'type':'boolean'},'d':{'type':'null'}}}",
                "{'type':'object','properties':{'unit':{'type':'string','enum':['c','f'],'description':'Unit'}}}",
                "{'type':'object','properties':{'level':{'type':'integer','enum':[1,2,3]},'mixed':{'enum':['a',1,null]}}}",
                "{'type':'object','properties':{'name':{'type':['string','null'],'description':'May be absent'}}}",
                "{'type':'object','properties':{'name':{'type':['string','null'],'minLength':2}}}",
                "{'type':'object','properties':{'x':{'anyOf':[{'type':'string'},{'type':'null'}],'description':'X'}}}",
                "{'type':'object','properties':{'x':{'anyOf':[{'type':'string','format':'date'},{'$ref':'#/$defs/Day'}],'default':null}},'$defs':{'Day':{'type':'string'}}}",
                "{'type':'object','properties':{'x':{'oneOf':[{'type':'string'},{'type':'object','properties':{'y':{'type':'integer'}}}]}}}",
                "{'type':'object','properties':{'list':{'type':'array','items':{'type':'array','items':{'type':'object','properties':{'z':{'type':'number'}},'required':['z']}}}}}",
                "{'type':'object','properties':{'list':{'type':'array'},'tuple':{'type':'array','prefixItems':[{'type':'string'}],'items':false}}}",
                "{'type':'object','properties':{'inner':{'type':'object','properties':{'a':{'type':'string'}},'additionalProperties':false}}}",
                "{'type':'object','properties':{'map':{'type':'object','additionalProperties':{'type':'integer'}},'open':{'type':'object','additionalProperties':true}}}",
                "{'type':'object','properties':{'n':{'type':'number','minimum':0.1,'maximum':100,'multipleOf':0.5,'default':1.5}}}",
                "{'type':'object','properties':{'s':{'type':'string','pattern':'^[a-z]+$','maxLength':5,'examples':['abc'],'title':'A special one'}}}",
                "{'type':'object','properties':{'node':{'$ref':'#/$defs/Node'}},'$defs':{'Node':{'type':'object','properties':{'value':{'type':'string'},'children':{'type':'array','items':{'$ref':'#/$defs/Node'}}}}}}",
                "{'type':'object','properties':{'self':{'$ref':'#'},'part':{'$ref':'#/properties/other'},'other':{'type':'string'},'said':{'$ref':'#/$defs/D','description':'With text'}},'$defs':{'D':{'type':'string','const':'d'}}}",
                "{'type':'object','properties':{'any':{},'not':{'not':{'type':'string'}},'if':{'if':{'type':'string'},'then':{'minLength':1}},'all':{'allOf':[{'type':'string'}]}}}",
                "{'type':'object','properties':{'$ref':{'type':'string'},'type':{'type':'string'},'properties':{'type':'object','properties':{'required':{'type':'boolean'}}}}}",
                "{'type':'object','properties':{'without type':{'properties':{'a':{'type':'string'}}},'odd':{'type':'object','required':'all'},'unicode ü':{'type':'string','description':'\\u00e4 世界'}}}",
                "{'type':'object','properties':{'inner':{'type':'object','properties':{'a':{'$ref':'#/$defs/A'}},'$defs':{'B':{'type':'string'}}}},'$defs':{'A':{'anyOf':[{'type':'integer'},{'type':'null'}]}}}"
            })
    void schemaIsWrittenBackWithoutLoss(String schema) {
        assertThat(normal(written(json(schema)))).isEqualTo(normal(json(schema)));
    }

    @Test
    void supportedSchemaNodesAreConverted() {
        Map<String, Object> schema = json("""
                {'type':'object','properties':{
                  'unit':{'type':'string','enum':['c','f']},
                  'days':{'type':'array','items':{'type':'object','properties':{'day':{'$ref':'#/$defs/Day'}}}},
                  'note':{'type':['string','null']},
                  'limit':{'type':'integer','minimum':1}},
                 '$defs':{'Day':{'type':'string'}}}""");
        JsonObjectSchema parameters = ToolSchema.of(schema).parameters();

        assertThat(parameters.properties().get("unit")).isInstanceOf(JsonEnumSchema.class);
        assertThat(parameters.properties().get("note")).isInstanceOf(JsonAnyOfSchema.class);
        assertThat(parameters.properties().get("limit")).isInstanceOf(JsonRawSchema.class);
        JsonArraySchema days = (JsonArraySchema) parameters.properties().get("days");
        JsonObjectSchema day = (JsonObjectSchema) days.items();
        assertThat(day.properties().get("day")).isInstanceOf(JsonReferenceSchema.class);
        assertThat(parameters.definitions()).containsOnlyKeys("Day");
    }

    @Test
    void definitionsOfOlderSchemasAreMoved() {
        Map<String, Object> schema = json("""
                {'type':'object','properties':{'a':{'$ref':'#/definitions/A'},
                  'b':{'oneOf':[{'$ref':'#/definitions/B/properties/x'},{'$ref':'#/$defs/A'}]}},
                 'definitions':{'A':{'type':'string'},'B':{'type':'object','properties':{'x':{'$ref':'#/definitions/A'}}}},
                 '$defs':{'A':{'type':'integer'}}}""");

        assertThat(normal(written(schema))).isEqualTo(normal(json("""
                {'type':'object','properties':{'a':{'$ref':'#/$defs/A_'},
                  'b':{'oneOf':[{'$ref':'#/$defs/B/properties/x'},{'$ref':'#/$defs/A'}]}},
                 '$defs':{'A':{'type':'integer'},'A_':{'type':'string'},
                   'B':{'type':'object','properties':{'x':{'$ref':'#/$defs/A_'}}}}}""")));
    }

    @Test
    void rootReferenceIsResolvedToItsDefinition() {
        Map<String, Object> schema = json("""
                {'$schema':'http://json-schema.org/draft-07/schema#','$ref':'#/definitions/Query',
                 'definitions':{'Query':{'type':'object','properties':{'q':{'type':'string'},'sub':{'$ref':'#/definitions/Query'}},
                   'required':['q'],'additionalProperties':false}}}""");
        ToolSchema converted = ToolSchema.of(schema);

        assertThat(converted.parameters().properties()).containsOnlyKeys("q", "sub");
        assertThat(converted.parameters().required()).containsExactly("q");
        assertThat(converted.parameters().additionalProperties()).isFalse();
        assertThat(converted.parameters().definitions()).containsOnlyKeys("Query");
        assertThat(converted.remainder()).isEmpty();
    }

    @Test
    void circularReferencesOfTheRootEnd() {
        Map<String, Object> schema =
                json("{'$ref':'#/$defs/A','$defs':{'A':{'$ref':'#/$defs/B'},'B':{'$ref':'#/$defs/A'}}}");
        assertThat(ToolSchema.of(schema).remainder()).containsEntry("$ref", "#/$defs/A");
    }

    @Test
    void titlesThatRepeatTheNameAreOmitted() {
        Map<String, Object> schema = json(
                "{'type':'object','title':'fooArguments','properties':{'city_name':{'title':'City Name','type':'string'}}}");
        assertThat(normal(written(schema)))
                .isEqualTo(normal(json("{'type':'object','properties':{'city_name':{'type':'string'}}}")));
    }

    // The parameters of LangChain4j have no place for them
    @Test
    void unsupportedRootKeywordsAreAddedToTheDescription() {
        Tool tool = new Tool(
                "find",
                null,
                "Finds people.",
                JsonObject.of(
                        json(
                                "{'type':'object','properties':{'id':{'type':'string'}},'oneOf':[{'required':['id']}],'minProperties':1}")),
                null,
                null,
                null,
                List.of(),
                null,
                Map.of());
        ToolSpecification specification = ToolSpecificationMapper.of(tool);

        assertThat(specification.name()).isEqualTo("find");
        assertThat(specification.parameters().required()).containsExactly("id");
        assertThat(specification.description())
                .isEqualTo("Finds people.\n\nThe arguments must also match this JSON Schema: {\"minProperties\":1}");
        assertThat(ToolSchema.of(tool.inputSchema().asMap()).remainder())
                .containsExactly(
                        Map.entry("oneOf", List.of(Map.of("required", List.of("id")))), Map.entry("minProperties", 1));
    }

    @Test
    void deepSchemasAreConverted() {
        StringBuilder text = new StringBuilder("{'type':'object','properties':{'a':");
        text.append("{'type':'object','properties':{'a':".repeat(100)).append("{'type':'string'}");
        text.append("}}".repeat(101));
        Map<String, Object> schema = json(text.toString());
        assertThat(normal(written(schema))).isEqualTo(normal(schema));
    }

    @Test
    void booleanAndMalformedNodesDoNotFail() {
        Map<String, Object> schema = json(
                "{'type':'object','properties':{'t':true,'f':false,'n':null,'s':'x'},'required':'all','$defs':[1]}");
        assertThat(written(schema).get("properties"))
                .isEqualTo(Map.of("t", Map.of(), "f", Map.of("not", Map.of()), "n", Map.of(), "s", Map.of()));
    }
}
