package io.mcpclient.internal.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.model.McpSchemaForm;
import io.mcpclient.schema.JsonObject;
import io.mcpclient.support.validation.JsonSchema;
import io.mcpclient.support.validation.UnusableSchemaException;
import io.mcpclient.testkit.ProviderChecks;

import static org.assertj.core.api.Assertions.assertThat;

/** Names of properties that models are given, and the way back. */
class PropertyNamesTests {

    private static ModelSchema forModel(String schema, McpSchemaForm form) {
        return ModelSchemas.forModel(JsonObject.of(SchemaText.schema(schema)), form);
    }

    private static String shown(String schema) {
        return SchemaText.text(forModel(schema, McpSchemaForm.PORTABLE).schema().asMap());
    }

    /** Returns what the server gets. */
    private static String sent(String schema, McpSchemaForm form, String arguments) {
        return SchemaText.text(forModel(schema, form).originalNames(SchemaText.schema(arguments), true));
    }

    private static void assertBack(String schema, String arguments, String expected) {
        assertThat(sent(schema, McpSchemaForm.PORTABLE, arguments)).isEqualTo(expected);
        assertThat(sent(schema, McpSchemaForm.INLINE, arguments)).isEqualTo(expected);
    }

    private static Map<String, Object> properties(String... names) {
        Map<String, Object> properties = new LinkedHashMap<>();
        for (String name : names) {
            properties.put(name, Map.of("type", "string"));
        }
        return Map.of("type", "object", "properties", properties);
    }

    private static List<String> namesForModels(String... names) {
        Map<String, Object> schema = ModelSchemas.of(properties(names), McpSchemaForm.PORTABLE);
        assertThat(ProviderChecks.anthropic("f", schema)).isEmpty();
        return new ArrayList<>(Nodes.object(schema.get("properties")).keySet());
    }

    @ParameterizedTest
    @CsvSource({
        "$top,_top",
        "filter[status],filter_status_",
        "@odata.type,_odata.type",
        "a b,a_b",
        "größe,gr__e",
        "'',_.*"
    })
    void characterThatProvidersRefuseBecomesUnderscore(String name, String forModels) {
        assertThat(namesForModels(name)).singleElement().asString().matches(forModels);
    }

    @Test
    void longNameIsCut() {
        assertThat(namesForModels("x".repeat(70))).containsExactly("x".repeat(64));
        assertThat(namesForModels("x".repeat(64))).containsExactly("x".repeat(64));
    }

    @Test
    void namesThatWouldBeEqualGetHashesAndLegalNamesRemain() {
        List<String> names = namesForModels("a b", "a_b", "a$b");
        assertThat(names).doesNotHaveDuplicates().element(1).isEqualTo("a_b");
        assertThat(names.get(0)).matches("a_b_[0-9a-f]{8}");
        assertThat(names.get(2)).matches("a_b_[0-9a-f]{8}");
        assertThat(namesForModels("x".repeat(65), "x".repeat(66)))
                .doesNotHaveDuplicates()
                .allMatch(name -> name.matches("x{55}_[0-9a-f]{8}"));
        assertThat(namesForModels("查询", "天气")).doesNotHaveDuplicates().allMatch(name -> name.matches("___[0-9a-f]{8}"));
    }

    @Test
    void nameThatIsTheHashedNameOfAnotherIsNotReused() {
        String hashed = namesForModels("a b", "a_b").get(0);
        assertThat(namesForModels("a b", "a_b", hashed)).doesNotHaveDuplicates().endsWith("a_b", hashed);
    }

    @Test
    void namesDoNotDependOnTheOrderOfProperties() {
        List<String> reversed = namesForModels("b!", "a$b", "a_b", "a b");
        List<String> names = namesForModels("a b", "a_b", "a$b", "b!");
        assertThat(reversed).containsExactly(names.get(3), names.get(2), names.get(1), names.get(0));
    }

    @Test
    void keywordsThatNamePropertiesAreKeptInStep() {
        assertThat(shown(
                        "{'type':'object','properties':{'$a':{'type':'integer','description':'How many'},'b':{}},'required':['$a','b'],"
                                + "'dependentRequired':{'$a':['b'],'b':['$a']},'dependentSchemas':{'$a':{'required':['$a']}},"
                                + "'propertyNames':{'maxLength':2},'default':{'$a':1}}"))
                .isEqualTo(
                        "{'type':'object','properties':{'_a':{'type':'integer','description':'How many (original name: $a)'},'b':{}},"
                                + "'required':['_a','b'],'dependentRequired':{'_a':['b'],'b':['_a']},"
                                + "'dependentSchemas':{'_a':{'required':['_a']}},"
                                + "'propertyNames':{'anyOf':[{'maxLength':2},{'enum':['_a']}]},'default':{'$a':1}}");
    }

    @Test
    void alternativesAndReferencesGetNoDescriptionBesideThem() {
        String schema = "{'type':'object','properties':{'$a':{'anyOf':[{'type':'string'},{'type':'integer'}]},"
                + "'$b':{'$ref':'#/$defs/b'}},'$defs':{'b':{'type':'object','properties':{'$c':{'type':'null'}}}}}";
        assertThat(shown(schema))
                .contains(
                        "'_a':{'anyOf':[{'type':'string','description':'original name: $a'},{'type':'integer'}]}",
                        "'_b':{'$ref':'#/$defs/b'}");
        assertThat(ProviderChecks.gemini(
                        "f", forModel(schema, McpSchemaForm.INLINE).schema().asMap()))
                .isEmpty();
    }

    @Test
    void nameOfAnyLengthAddsAShortDescription() {
        assertThat(shown(SchemaText.text(properties("x".repeat(40_000)))).length())
                .isLessThan(1_000);
    }

    @Test
    void schemaAsSentIsNotChanged() {
        JsonObject asSent = JsonObject.of(properties("$top"));
        ModelSchema schema = ModelSchemas.forModel(asSent, McpSchemaForm.AS_SENT);
        Map<String, Object> arguments = Map.of("_top", 1);
        assertThat(schema.schema()).isSameAs(asSent);
        assertThat(schema.originalNames(arguments, true)).isSameAs(arguments);
    }

    @Test
    void argumentsWithoutChangedNamesAreTheSameInstance() {
        Map<String, Object> arguments = Map.of("$top", 1, "b", Map.of("c", List.of(1, "x")));
        assertThat(forModel("{'properties':{'$top':{},'b':{}}}", McpSchemaForm.PORTABLE)
                        .originalNames(arguments, true))
                .isSameAs(arguments);
    }

    @Test
    void argumentsGetTheirOriginalNamesInOrder() {
        String schema = "{'type':'object','properties':{'$top':{'type':'integer'},'b':{},'a b':{}}}";
        assertBack(schema, "{'b':1,'_top':2,'a_b':3,'c':4}", "{'b':1,'$top':2,'a b':3,'c':4}");
        assertBack(schema, "{'$top':2,'a b':3}", "{'$top':2,'a b':3}");
        assertBack(schema, "{'$top':2,'_top':3}", "{'$top':2,'_top':3}");
    }

    @Test
    void nestedObjectsAndElementsGetTheirOriginalNames() {
        String rows = "{'type':'object','properties':{'$rows':{'type':'array','items':{'type':'object','properties':"
                + "{'@id':{'type':'string'},'$in':{'type':'object','properties':{'a b':{'type':'string'}}}}}}}}";
        assertBack(
                rows,
                "{'_rows':[{'_id':'1','_in':{'a_b':'x'}},{'@id':'2'}]}",
                "{'$rows':[{'@id':'1','$in':{'a b':'x'}},{'@id':'2'}]}");
        assertBack("{'properties':{'a':{'properties':{'$b':{}}}}}", "{'a':{'_b':1},'_b':2}", "{'a':{'$b':1},'_b':2}");
    }

    @Test
    void definitionsAndMergedPartsLeadBack() {
        String schema =
                "{'type':'object','properties':{'n':{'$ref':'#/$defs/node'}},'allOf':[{'properties':{'$x':{}}}],"
                        + "'$defs':{'node':{'type':'object','properties':{'$id':{'type':'string'},"
                        + "'next':{'$ref':'#/$defs/node'}}}}}";
        assertBack(
                schema, "{'n':{'_id':'1','next':{'_id':'2'}},'_x':3}", "{'n':{'$id':'1','next':{'$id':'2'}},'$x':3}");
    }

    @Test
    void nameMeansTheSameInEachAlternative() {
        String schema =
                "{'type':'object','properties':{'q':{'anyOf':[{'type':'object','properties':{'$a':{'type':'string'}}},"
                        + "{'type':'array','items':{'type':'object','properties':{'$a':{'type':'integer'},'$b':{'type':'string'}}}}]}}}";
        assertBack(schema, "{'q':{'_a':'1'}}", "{'q':{'$a':'1'}}");
        assertBack(schema, "{'q':[{'_a':1,'_b':'x'}]}", "{'q':[{'$a':1,'$b':'x'}]}");
    }

    @Test
    void keysOfMapsRemain() {
        String schema = "{'type':'object','properties':{'$a':{'type':'string'},'map':{'type':'object',"
                + "'additionalProperties':{'type':'object','properties':{'$b':{'type':'string'}}}}}}";
        assertThat(sent(schema, McpSchemaForm.PORTABLE, "{'_a':'1','map':{'_a':{'_b':'x','_a':'y'}}}"))
                .isEqualTo("{'$a':'1','map':{'_a':{'$b':'x','_a':'y'}}}");
    }

    @Test
    void textsWhereContainersAreRequiredAreReadIfTheyHaveChangedNames() {
        String schema = "{'type':'object','properties':{'o':{'type':'object','properties':{'$a':{'type':'string'}}},"
                + "'s':{'type':'string'}}}";
        Map<String, Object> arguments = Map.of("o", "{\"_a\":\"x\"}", "s", "{\"_a\":\"x\"}");
        ModelSchema forModel = forModel(schema, McpSchemaForm.PORTABLE);
        assertThat(forModel.originalNames(arguments, true))
                .isEqualTo(Map.of("o", Map.of("$a", "x"), "s", "{\"_a\":\"x\"}"));
        assertThat(forModel.originalNames(arguments, false)).isSameAs(arguments);
        Map<String, Object> unchanged = Map.of("o", "{\"$a\":\"x\"}");
        assertThat(forModel.originalNames(unchanged, true)).isSameAs(unchanged);
    }

    private static final String CHILD = "{'type':'object','properties':{'$b':{'type':'string'}}}";

    /** Each keyword that holds schemas or names, with a model name in arguments and the same in what the server gets. */
    static Stream<Arguments> keywords() {
        String declared = "'properties':{'o':{'type':'object','properties':{'$b':{}}}},";
        String parent = "'properties':{'$a':{}},";
        return Stream.of(
                Arguments.of("'properties':{'$a':" + CHILD + "}", "{'_a':{'_b':'x'}}", "{'$a':{'$b':'x'}}"),
                Arguments.of("'patternProperties':{'^x':" + CHILD + "}", "{'xy':{'_b':'x'}}", "{'xy':{'$b':'x'}}"),
                Arguments.of(
                        parent + "'patternProperties':{'^[$]':" + CHILD + "}",
                        "{'_a':{'_b':'x'}}",
                        "{'$a':{'$b':'x'}}"),
                Arguments.of(
                        parent + "'patternProperties':{'^[$]':" + CHILD + "}",
                        "{'$a':{'_b':'x'}}",
                        "{'$a':{'$b':'x'}}"),
                Arguments.of("'additionalProperties':" + CHILD, "{'k':{'_b':'x'}}", "{'k':{'$b':'x'}}"),
                Arguments.of("'unevaluatedProperties':" + CHILD, "{'k':{'_b':'x'}}", "{'k':{'$b':'x'}}"),
                Arguments.of(declared + "'required':['$b']", "{'_b':1}", "{'$b':1}"),
                Arguments.of(declared + "'dependentRequired':{'$b':['c']}", "{'_b':1,'c':1}", "{'$b':1,'c':1}"),
                Arguments.of(declared + "'dependentRequired':{'c':['$b']}", "{'_b':1,'c':1}", "{'$b':1,'c':1}"),
                Arguments.of(declared + "'dependentSchemas':{'$b':{}}", "{'_b':1}", "{'$b':1}"),
                Arguments.of(declared + "'dependencies':{'$b':['c']}", "{'_b':1}", "{'$b':1}"),
                Arguments.of(declared + "'dependencies':{'$b':{}}", "{'_b':1}", "{'$b':1}"),
                Arguments.of("'dependentSchemas':{'c':{'properties':{'$b':{}}}}", "{'c':1,'_b':1}", "{'c':1,'$b':1}"),
                Arguments.of("'dependencies':{'c':{'properties':{'$b':{}}}}", "{'c':1,'_b':1}", "{'c':1,'$b':1}"),
                Arguments.of("'if':{'properties':{'$b':{}}},'then':{}", "{'_b':1}", "{'$b':1}"),
                Arguments.of("'if':{},'then':{'properties':{'$b':{}}}", "{'_b':1}", "{'$b':1}"),
                Arguments.of("'if':{},'else':{'properties':{'$b':{}}}", "{'_b':1}", "{'$b':1}"),
                Arguments.of("'properties':{'q':{'not':{'properties':{'$b':{}}}}}", "{'q':{'_b':1}}", "{'q':{'$b':1}}"),
                Arguments.of("'properties':{'q':{'items':" + CHILD + "}}", "{'q':[{'_b':1}]}", "{'q':[{'$b':1}]}"),
                Arguments.of(
                        "'properties':{'q':{'prefixItems':[{}," + CHILD + "]}}",
                        "{'q':[1,{'_b':1}]}",
                        "{'q':[1,{'$b':1}]}"),
                Arguments.of("'properties':{'q':{'contains':" + CHILD + "}}", "{'q':[{'_b':1}]}", "{'q':[{'$b':1}]}"),
                Arguments.of(
                        "'properties':{'q':{'unevaluatedItems':" + CHILD + "}}",
                        "{'q':[{'_b':1}]}",
                        "{'q':[{'$b':1}]}"),
                Arguments.of(
                        "'properties':{'q':{'$ref':'#/$defs/d'}},'$defs':{'d':" + CHILD + "}",
                        "{'q':{'_b':1}}",
                        "{'q':{'$b':1}}"),
                Arguments.of(
                        "'properties':{'q':{'anyOf':[{'type':'null'}," + CHILD + "]}}",
                        "{'q':{'_b':1}}",
                        "{'q':{'$b':1}}"));
    }

    @ParameterizedTest
    @MethodSource("keywords")
    void namesLeadBackBelowEachKeyword(String keywords, String arguments, String expected) {
        String schema = "{'type':'object'," + keywords + "}";
        assertThat(shown(schema)).doesNotContain("'$a'", "'$b'");
        assertThat(sent(schema, McpSchemaForm.PORTABLE, arguments)).isEqualTo(expected);
    }

    // a text is what one of the schemas may want
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'anyOf':[{'description':'A filter'},{'type':'object','properties':{'$b':{}}}]}",
                "{'oneOf':[{'minLength':1},{'type':'array','items':{'properties':{'$b':{}}}},"
                        + "{'type':'object','properties':{'$b':{}}}]}",
                "{'properties':{'$b':{}}}",
                "{'type':'string','contentMediaType':'application/json','contentSchema':{'properties':{'$b':{}}}}"
            })
    void textThatMayBeMeantAsOneHasTheOriginalNamesToo(String schema) {
        ModelSchema forModel = forModel("{'type':'object','properties':{'q':" + schema + "}}", McpSchemaForm.PORTABLE);
        assertThat(forModel.originalNames(Map.of("q", "{\"_b\": 1.50, \"c\": [\"_b\"]}"), true))
                .isEqualTo(Map.of("q", "{\"$b\":1.50,\"c\":[\"_b\"]}"));
        Map<String, Object> unchanged = Map.of("q", "{\"$b\": 1.50}");
        assertThat(forModel.originalNames(unchanged, true)).isSameAs(unchanged);
    }

    @Test
    void objectThatIsMeantAsTheOnlyElementGetsItsOriginalNames() {
        assertBack(
                "{'type':'object','properties':{'l':{'type':'array','items':{'type':'object','properties':{'$a':{'type':'string'}}}}}}",
                "{'l':{'_a':'x'}}",
                "{'l':{'$a':'x'}}");
    }

    @Test
    void argumentsBeyondTheLimitOfStepsGetTheirOriginalNamesToo() {
        List<Object> rows = new ArrayList<>();
        for (int i = 0; i < 400_000; i++) {
            rows.add(Map.of("_a", i));
        }
        Map<String, Object> sent = forModel(
                        "{'properties':{'r':{'type':'array','items':{'type':'object','properties':{'$a':{}}}}}}",
                        McpSchemaForm.PORTABLE)
                .originalNames(Map.of("r", rows), true);
        assertThat(Nodes.list(sent.get("r"))).hasSize(400_000).last().isEqualTo(Map.of("$a", 399_999));
    }

    @Test
    @Timeout(20)
    void manySchemasForManyMembersTakeABoundedTime() {
        List<Object> branches = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            branches.add(properties("$a", "p" + i));
        }
        Map<String, Object> asSent = Map.of("properties", Map.of("o", Map.of("anyOf", branches)));
        Map<String, Object> members = new LinkedHashMap<>();
        for (int i = 0; i < 100_000; i++) {
            members.put("m" + i, i);
        }
        members.put("_a", 1);
        Map<String, Object> sent = ModelSchemas.forModel(JsonObject.of(asSent), McpSchemaForm.PORTABLE)
                .originalNames(Map.of("o", members), true);
        assertThat(Nodes.object(sent.get("o"))).containsEntry("$a", 1).doesNotContainKey("_a");
    }

    /** What is valid as sent is valid with the names for models, and again with the original ones. */
    @ParameterizedTest
    @EnumSource(names = {"PORTABLE", "INLINE"})
    void validArgumentsRemainValidThereAndBack(McpSchemaForm form) {
        int valid = 0;
        for (long seed = 1; seed <= 1_500; seed++) {
            RandomSchemas random = new RandomSchemas(seed);
            Map<String, Object> asSent = SchemaText.schema(refused(SchemaText.text(random.root())));
            ModelSchema forModel = ModelSchemas.forModel(JsonObject.of(asSent), form);
            JsonSchema original = JsonSchema.compile(asSent);
            JsonSchema shown = JsonSchema.compile(forModel.schema().asMap());
            for (int i = 0; i < 20; i++) {
                String arguments = refused(SchemaText.text(random.arguments()));
                if (isValid(original, SchemaText.schema(arguments))) {
                    valid++;
                    Map<String, ?> converted = ModelSchemas.converted(asSent, form);
                    PropertyNames inverse =
                            new PropertyNames(PropertyNames.of(converted).originals());
                    Map<String, Object> written =
                            new OriginalNames(inverse, converted, false).in(SchemaText.schema(arguments));
                    String what = "seed " + seed + ": " + SchemaText.text(asSent) + " " + arguments;
                    if (form == McpSchemaForm.PORTABLE) {
                        assertThat(shown.check(written)).as(what).isNull();
                    }
                    assertThat(original.check(forModel.originalNames(written, true)))
                            .as("%s%n%s", what, forModel.schema().text())
                            .isNull();
                }
            }
        }
        assertThat(valid).isGreaterThan(500);
    }

    private static String refused(String json) {
        return json.replace("'a'", "'$a'").replace("'b'", "'b b'");
    }

    private static boolean isValid(JsonSchema schema, Object value) {
        try {
            return schema.check(value) == null;
        } catch (UnusableSchemaException ex) {
            return false; // recursion without end
        }
    }
}
