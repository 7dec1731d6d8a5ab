package io.mcpclient.internal.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.internal.model.ProviderRules.Kind;
import io.mcpclient.internal.model.ProviderRules.Use;
import io.mcpclient.model.McpSchemaForm;
import io.mcpclient.testkit.CompatibleProviderChecks;
import io.mcpclient.testkit.ProviderChecks;

import static org.assertj.core.api.Assertions.assertThat;

/** The rules of providers row by row: what is refused as sent, and in which form it is accepted. */
class ProviderRulesTests {

    private static final String F = "search";

    /** A provider, which returns the messages of its refusals. */
    enum Provider {
        OPENAI {
            @Override
            List<String> refusals(Map<String, Object> schema) {
                return ProviderChecks.openAi(F, schema);
            }
        },
        /** With a client that adds what only a client can decide: closed objects, all of their properties required. */
        OPENAI_STRICT {
            @Override
            List<String> refusals(Map<String, Object> schema) {
                return ProviderChecks.openAiStrict(F, ProviderChecks.strict(schema));
            }
        },
        ANTHROPIC {
            @Override
            List<String> refusals(Map<String, Object> schema) {
                return ProviderChecks.anthropic(F, schema);
            }
        },
        GEMINI {
            @Override
            List<String> refusals(Map<String, Object> schema) {
                return ProviderChecks.gemini(F, schema);
            }
        },
        GROQ {
            @Override
            List<String> refusals(Map<String, Object> schema) {
                return CompatibleProviderChecks.groq(F, schema);
            }
        },
        LLAMA_CPP {
            @Override
            List<String> refusals(Map<String, Object> schema) {
                return CompatibleProviderChecks.llamaCpp(schema);
            }
        },
        MISTRAL {
            @Override
            List<String> refusals(Map<String, Object> schema) {
                return CompatibleProviderChecks.mistral(schema);
            }
        },
        MOONSHOT {
            @Override
            List<String> refusals(Map<String, Object> schema) {
                return CompatibleProviderChecks.moonshot(schema);
            }
        },
        NOVA {
            @Override
            List<String> refusals(Map<String, Object> schema) {
                return CompatibleProviderChecks.nova(schema);
            }
        },
        X_AI {
            @Override
            List<String> refusals(Map<String, Object> schema) {
                return CompatibleProviderChecks.xAi(F, schema);
            }
        };

        abstract List<String> refusals(Map<String, Object> schema);
    }

    /**
     * A rule.
     * @param provider the provider
     * @param isRoot whether the shape is at the root, otherwise it is a property
     * @param shape an example of what it refuses
     * @param accepted the form in which it accepts it
     * @param source where the refusal is reported or documented
     */
    record Row(Provider provider, boolean isRoot, String shape, McpSchemaForm accepted, String source) {

        Map<String, Object> schema() {
            return this.isRoot ? SchemaText.schema(this.shape) : property(SchemaText.value(this.shape));
        }

        @Override
        public String toString() {
            return this.provider + (this.isRoot ? " root " : " property ") + this.shape;
        }
    }

    private static Row root(Provider provider, String shape, McpSchemaForm accepted, String source) {
        return new Row(provider, true, shape, accepted, source);
    }

    private static Row property(Provider provider, String shape, McpSchemaForm accepted, String source) {
        return new Row(provider, false, shape, accepted, source);
    }

    private static Map<String, Object> property(Object schema) {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("p", schema);
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("type", "object");
        root.put("properties", properties);
        return root;
    }

    static Stream<Row> rows() {
        McpSchemaForm portable = McpSchemaForm.PORTABLE;
        McpSchemaForm inline = McpSchemaForm.INLINE;
        return Stream.of(
                // an object with properties at the root
                root(
                        Provider.OPENAI,
                        "{'type':'object'}",
                        portable,
                        "https://github.com/spring-projects/spring-ai/issues/4776"),
                root(
                        Provider.OPENAI,
                        "{'type':'object','additionalProperties':false}",
                        portable,
                        "https://github.com/github/github-mcp-server/issues/1548"),
                root(Provider.OPENAI, "{}", portable, "https://github.com/end-4/dots-hyprland/pull/3640"),
                root(
                        Provider.OPENAI,
                        "{'type':null,'properties':{}}",
                        portable,
                        "https://github.com/diegosouzapw/OmniRoute/issues/6359"),
                root(Provider.NOVA, "{'properties':{}}", portable, "https://github.com/kirodotdev/Kiro/issues/10270"),
                root(
                        Provider.ANTHROPIC,
                        "{'properties':{}}",
                        portable,
                        "https://github.com/Piotr1215/mcp-obsidian/issues/17"),
                // names of properties
                root(
                        Provider.ANTHROPIC,
                        "{'type':'object','properties':{'StartTime<':{'type':'string'}}}",
                        portable,
                        "https://github.com/twilio-labs/mcp/issues/56"),
                root(
                        Provider.ANTHROPIC,
                        "{'type':'object','properties':{'settings__approved__or__denied__countries__or__regions__approved__list':{}}}",
                        portable,
                        "https://github.com/ComposioHQ/composio/issues/2330"),
                // no references or alternatives at the root
                root(
                        Provider.OPENAI,
                        "{'$ref':'#/definitions/A','definitions':{'A':{'type':'object','properties':{}}}}",
                        portable,
                        "https://github.com/vercel/ai/issues/7924"),
                root(
                        Provider.OPENAI,
                        "{'type':'object','properties':{'a':{}},'oneOf':[{'required':['a']},{'required':[]}]}",
                        portable,
                        "https://github.com/langchain-ai/langchainjs/issues/9804"),
                root(
                        Provider.OPENAI,
                        "{'type':'object','properties':{'a':{}},'not':{'required':['a']}}",
                        portable,
                        "https://github.com/cecli-dev/cecli/issues/281"),
                root(
                        Provider.ANTHROPIC,
                        "{'type':'object','properties':{'a':{}},'anyOf':[{'required':['a']}]}",
                        portable,
                        "https://github.com/marianfoo/mcp-sap-docs/pull/51"),
                root(
                        Provider.ANTHROPIC,
                        "{'type':'object','allOf':[{'properties':{'a':{}}},{'required':['a']}]}",
                        portable,
                        "https://github.com/dearlordylord/huly-mcp/issues/66"),
                root(
                        Provider.X_AI,
                        "{'oneOf':[{'oneOf':[{'type':'object'}]},{'type':'object'}]}",
                        portable,
                        "https://github.com/lidge-jun/opencodex/issues/122"),
                root(
                        Provider.MOONSHOT,
                        "{'type':'object','anyOf':[{'type':'object','properties':{}},{'type':'object'}]}",
                        portable,
                        "https://github.com/MoonshotAI/kimi-code/issues/2661"),
                root(
                        Provider.NOVA,
                        "{'type':'object','properties':{'a':{'$ref':'#/definitions/A'}},'definitions':{'A':{}}}",
                        inline,
                        "https://github.com/zed-industries/zed/issues/28521"),
                root(
                        Provider.NOVA,
                        "{'type':'object','title':'T','properties':{}}",
                        inline,
                        "https://docs.aws.amazon.com/nova/latest/userguide/tool-use-definition.html"),
                // values of another kind, such as the empty arrays of PHP
                root(
                        Provider.OPENAI,
                        "{'type':'object','properties':[]}",
                        portable,
                        "https://github.com/openai-php/client/issues/262"),
                root(
                        Provider.GEMINI,
                        "{'type':'object','properties':[]}",
                        portable,
                        "https://github.com/WordPress/ai-provider-for-google/pull/35"),
                root(
                        Provider.OPENAI,
                        "{'type':'object','properties':{},'required':null}",
                        portable,
                        "https://github.com/coaidev/coai/issues/110"),
                property(
                        Provider.OPENAI,
                        "{'type':'object','properties':[]}",
                        portable,
                        "https://github.com/Automattic/wp-feature-api/pull/10"),
                property(Provider.OPENAI, "[]", portable, "https://github.com/FoundationAgents/OpenManus/issues/1162"),
                property(
                        Provider.OPENAI,
                        "{'type':'int'}",
                        portable,
                        "https://github.com/FoundationAgents/OpenManus/issues/1162"),
                property(
                        Provider.OPENAI,
                        "{'enum':null}",
                        portable,
                        "https://github.com/elevenlabs/packages/issues/998"),
                property(
                        Provider.ANTHROPIC,
                        "{'type':'string','required':false}",
                        portable,
                        "https://github.com/MarkusPfundstein/mcp-gsuite/pull/54"),
                property(Provider.GEMINI, "true", inline, "https://github.com/github/copilot-cli/issues/4623"),
                // dialects before 2020-12
                property(
                        Provider.ANTHROPIC,
                        "{'type':'integer','minimum':0,'exclusiveMinimum':true}",
                        portable,
                        "https://github.com/Dokploy/mcp/issues/74"),
                property(
                        Provider.MISTRAL,
                        "{'type':'integer','minimum':0,'exclusiveMinimum':true}",
                        portable,
                        "https://github.com/SylphxAI/pdf-reader-mcp/issues/63"),
                property(
                        Provider.X_AI,
                        "{'type':'array','items':[{'type':'integer'},{'type':'integer'}]}",
                        portable,
                        "https://github.com/NousResearch/hermes-agent/pull/20976"),
                property(
                        Provider.MOONSHOT,
                        "{'type':'array','items':[{'type':'integer'},{'type':'integer'}]}",
                        portable,
                        "https://github.com/vercel/ai/pull/18921"),
                root(
                        Provider.MISTRAL,
                        "{'$schema':'http://json-schema.org/draft-07/schema#','$id':'x','type':'object'}",
                        portable,
                        "https://github.com/BerriAI/litellm/pull/13389"),
                root(
                        Provider.OPENAI,
                        "{'$id':'Parameters Schema','type':'object','properties':{}}",
                        portable,
                        "https://github.com/griptape-ai/griptape/issues/2150"),
                // arrays without items
                property(Provider.OPENAI, "{'type':'array'}", portable, "https://github.com/sigoden/aichat/pull/1049"),
                property(
                        Provider.OPENAI,
                        "{'type':['string','array']}",
                        portable,
                        "https://github.com/campfirein/byterover-cli/issues/42"),
                property(
                        Provider.OPENAI,
                        "{'anyOf':[{'type':'array','prefixItems':[{'type':'integer'}]},{'type':'null'}]}",
                        portable,
                        "https://github.com/LionSR/TeXRA/pull/2323"),
                property(
                        Provider.GEMINI,
                        "{'type':'array','items':{'type':'array'}}",
                        portable,
                        "https://github.com/TokenRhythm/opensquilla/issues/1263"),
                // names without properties
                root(
                        Provider.GROQ,
                        "{'type':'object','properties':{},'required':[]}",
                        portable,
                        "https://github.com/livekit/agents/pull/5082"),
                property(
                        Provider.GROQ,
                        "{'type':'object','required':['a']}",
                        portable,
                        "https://github.com/moltis-org/moltis/issues/485"),
                property(
                        Provider.GEMINI,
                        "{'type':'array','items':{'type':'object','required':['a']}}",
                        inline,
                        "https://github.com/Kilo-Org/kilocode/pull/11955"),
                // alternatives
                property(
                        Provider.MOONSHOT,
                        "{'type':'string','anyOf':[{'minLength':1},{'enum':['a']}]}",
                        portable,
                        "https://github.com/nicobailon/pi-subagents/issues/127"),
                property(
                        Provider.GEMINI,
                        "{'description':'d','anyOf':[{'type':'string'},{'type':'integer'}]}",
                        inline,
                        "https://github.com/anomalyco/opencode/pull/14659"),
                property(
                        Provider.GEMINI,
                        "{'type':['string','null']}",
                        inline,
                        "https://github.com/WordPress/ai-provider-for-google/issues/33"),
                property(
                        Provider.GEMINI,
                        "{'type':['array','null'],'items':{'type':'string'}}",
                        inline,
                        "https://github.com/anomalyco/opencode/issues/48073"),
                property(
                        Provider.OPENAI_STRICT,
                        "{'oneOf':[{'type':'string'},{'type':'integer'}]}",
                        inline,
                        "https://platform.openai.com/docs/guides/structured-outputs"),
                property(
                        Provider.OPENAI_STRICT,
                        "{'allOf':[{'type':'string'},{'minLength':1}]}",
                        inline,
                        "https://github.com/makenotion/notion-mcp-server/issues/102"),
                // references
                root(
                        Provider.MOONSHOT,
                        "{'type':'object','properties':{'a':{'type':'string'},'b':{'$ref':'#/properties/a'}}}",
                        portable,
                        "https://github.com/github/copilot-cli/issues/3716"),
                root(
                        Provider.ANTHROPIC,
                        "{'type':'object','properties':{'a':{'$defs':{'D':{'type':'string'}},'$ref':'#/$defs/D'}}}",
                        portable,
                        "https://github.com/spring-projects/spring-ai/issues/5888"),
                root(
                        Provider.ANTHROPIC,
                        "{'type':'object','properties':{'a':{'$ref':'#/components/schemas/Log'}}}",
                        portable,
                        "https://github.com/BerriAI/litellm/pull/29207"),
                root(
                        Provider.OPENAI_STRICT,
                        "{'type':'object','properties':{'a':{'$ref':'#/$defs/A','description':'d'}},"
                                + "'$defs':{'A':{'type':'string'}}}",
                        inline,
                        "https://github.com/defog-ai/defog/pull/244"),
                root(
                        Provider.GEMINI,
                        "{'type':'object','properties':{'a':{'$ref':'#/$defs/A'}},'$defs':{'A':{'type':'string'}}}",
                        inline,
                        "https://github.com/googleapis/python-genai/issues/1122"),
                // values
                property(
                        Provider.GEMINI,
                        "{'type':'integer','enum':[60,1440]}",
                        inline,
                        "https://github.com/microsoft/azure-devops-mcp/issues/145"),
                property(
                        Provider.GEMINI, "{'enum':['a','b']}", inline, "https://github.com/decolua/9router/issues/359"),
                property(
                        Provider.GEMINI,
                        "{'type':'array','items':{'type':'integer'},'enum':[1]}",
                        inline,
                        "https://github.com/github/copilot-cli/issues/4835"),
                property(
                        Provider.GEMINI,
                        "{'const':'insert_text'}",
                        inline,
                        "https://github.com/taylorwilsdon/google_workspace_mcp/issues/1099"),
                property(
                        Provider.GEMINI,
                        "{'type':'string','format':'uri'}",
                        inline,
                        "https://github.com/google-gemini/gemini-cli/issues/3178"),
                property(
                        Provider.OPENAI_STRICT,
                        "{'type':'string','format':'uri'}",
                        inline,
                        "https://github.com/can1357/oh-my-pi/issues/206"),
                property(
                        Provider.GEMINI,
                        "{'type':'integer','exclusiveMinimum':0}",
                        inline,
                        "https://github.com/pizza-bot-app/pizza-bot/issues/62"),
                property(
                        Provider.OPENAI,
                        "{'type':'string','pattern':'^(?!__)[a-z]+$'}",
                        portable,
                        "https://github.com/anomalyco/opencode/issues/32073"),
                property(
                        Provider.OPENAI,
                        "{'type':'string','pattern':'^[^\\\\p{Cc}]$'}",
                        portable,
                        "https://github.com/BerriAI/litellm/pull/40485"),
                property(
                        Provider.LLAMA_CPP,
                        "{'type':'string','pattern':'[a-z]'}",
                        inline,
                        "https://github.com/containers/kubernetes-mcp-server/issues/758"),
                // schemas without a type
                property(
                        Provider.GEMINI,
                        "{'description':'any JSON value'}",
                        inline,
                        "https://github.com/oOo0oOo/lean-lsp-mcp/issues/185"),
                property(
                        Provider.LLAMA_CPP,
                        "{'description':'Arguments for the tool (JSON object)'}",
                        inline,
                        "https://github.com/browseros-ai/BrowserOS/issues/255"),
                property(
                        Provider.GEMINI,
                        "{'properties':{'page_id':{'type':'string'}},'required':['page_id']}",
                        inline,
                        "https://github.com/anomalyco/opencode/issues/13148"));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void schemaThatTheProviderRejectsAsSentIsAcceptedInItsForm(Row row) {
        Map<String, Object> asSent = row.schema();

        assertThat(row.provider().refusals(asSent)).isNotEmpty();

        assertThat(row.provider().refusals(ModelSchemas.of(asSent, row.accepted())))
                .isEmpty();
        assertThat(row.provider().refusals(ModelSchemas.of(asSent, McpSchemaForm.INLINE)))
                .isEmpty();
        assertThat(row.source()).startsWith("https://");
    }

    /** As generators write them: Go, C#, Pydantic, zod 3 and 4, Java, PHP, and by hand. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type':'object','additionalProperties':false}",
                "{'type':'object','properties':{'rows':{'type':['array','null'],'items':{'type':['object','null'],"
                        + "'properties':{'value':{'type':'string'}}},'default':null}}}",
                "{'$defs':{'Level':{'enum':['low','high'],'title':'Level','type':'string'},'Node':{'properties':{'name':"
                        + "{'title':'Name','type':'string'},'children':{'default':[],'items':{'$ref':'#/$defs/Node'},"
                        + "'type':'array'}},'required':['name'],'title':'Node','type':'object'}},'properties':{'level':"
                        + "{'anyOf':[{'$ref':'#/$defs/Level'},{'type':'null'}],'default':null},'at':{'maxItems':2,"
                        + "'minItems':2,'prefixItems':[{'type':'number'},{'type':'number'}],'type':'array'},'tree':"
                        + "{'$ref':'#/$defs/Node'},'ttl':{'anyOf':[{'exclusiveMinimum':0,'type':'integer'},"
                        + "{'type':'null'}]}},'required':['at','tree'],'title':'Arguments','type':'object'}",
                "{'type':'object','properties':{'url':{'type':'string','format':'uri'},'mode':{'anyOf':[{'type':'string',"
                        + "'const':'a'},{'type':'string','const':'b'}]},'pair':{'type':'array','minItems':2,'maxItems':2,"
                        + "'items':[{'type':'string'},{'$ref':'#/properties/url'}]}},'required':['url'],"
                        + "'additionalProperties':false,'$schema':'http://json-schema.org/draft-07/schema#'}",
                "{'$schema':'https://json-schema.org/draft/2020-12/schema','type':'object','properties':{'email':{'type':"
                        + "'string','format':'email','pattern':'^(?!\\\\.)[a-z]+@[a-z]+$'},'labels':{'type':'object',"
                        + "'propertyNames':{'type':'string'},'additionalProperties':{'type':'string'}},'n':{'type':'integer',"
                        + "'exclusiveMinimum':0,'maximum':9007199254740991}},'required':['email','labels'],"
                        + "'additionalProperties':false}",
                "{'type':'object','properties':{'request':{'type':'object','$defs':{'Filter':{'type':'object','properties':"
                        + "{'filters':{'type':'array','items':{'$ref':'#/$defs/Filter'}},'field':{'type':'string'}}}},"
                        + "'properties':{'filters':{'type':'array','items':{'$ref':'#/$defs/Filter'}}}}},"
                        + "'required':['request'],'additionalProperties':false}",
                "{'type':'object','properties':{'meta':{'type':'object','properties':[]},'ids':{'type':'array','items':{'type':'string','enum':null}}},'required':[]}",
                "{'type':'object','properties':{'route':{'type':'string'},'file':{'type':'string'},'options':{'type':"
                        + "'object','properties':{'a':{'type':'string'}},'anyOf':[{'required':['a']}]}},"
                        + "'anyOf':[{'required':['route']},{'required':['file']}]}",
                "{'type':'object','description':'one of','oneOf':[{'type':'object','properties':{'name':{'type':'string'},"
                        + "'text':{'type':'string'}},'required':['name','text']},{'type':'object','properties':{'name':"
                        + "{'type':'string'},'url':{'type':'string'}},'required':['name','url']}]}"
            })
    void generatedSchemasAreAcceptedInTheirForms(String text) {
        Map<String, Object> asSent = SchemaText.schema(text);
        Map<String, Object> portable = ModelSchemas.of(asSent, McpSchemaForm.PORTABLE);
        Map<String, Object> inline = ModelSchemas.of(asSent, McpSchemaForm.INLINE);

        for (Provider provider : List.of(
                Provider.OPENAI,
                Provider.ANTHROPIC,
                Provider.GROQ,
                Provider.MISTRAL,
                Provider.MOONSHOT,
                Provider.X_AI)) {
            assertThat(provider.refusals(portable)).as("%s", portable).isEmpty();
        }
        for (Provider provider : Provider.values()) {
            assertThat(provider.refusals(inline)).as("%s", inline).isEmpty();
        }
    }

    // OpenAI's strict mode cannot say that an array contains anything, and nothing else is as wide
    @Test
    void itemsOfAnyTypeAreUnchanged() {
        Map<String, Object> schema = property(SchemaText.value("{'type':'array','items':{}}"));

        assertThat(ModelSchemas.of(schema, McpSchemaForm.INLINE)).isSameAs(schema);
        assertThat(Provider.GEMINI.refusals(schema)).isEmpty();
        assertThat(Provider.OPENAI_STRICT.refusals(schema))
                .singleElement()
                .asString()
                .contains("must have a 'type' key");
    }

    static Stream<ProviderRules.Rule> rules() {
        return ProviderRules.all().values().stream();
    }

    private static Object example(Kind kind) {
        return SchemaText.value(
                switch (kind) {
                    case SCHEMA, SCHEMA_OR_FLAG, ITEMS -> "{'type':'string'}";
                    case SCHEMAS_BY_NAME -> "{'a':{'type':'string'}}";
                    case SCHEMA_LIST -> "[{'type':'string'}]";
                    case NAMES -> "['a']";
                    case NAMES_BY_NAME -> "{'a':['b']}";
                    case TYPE -> "'object'";
                    case VALUES -> "['x']";
                    case NUMBER, LIMIT, COUNT -> "3";
                    case FLAG -> "true";
                    case TEXT, PATTERN -> "'abc'";
                    case DATA -> "'v'";
                });
    }

    @ParameterizedTest
    @MethodSource("rules")
    void keywordIsHandledAsItsRowDefines(ProviderRules.Rule rule) {
        Map<String, Object> node = new LinkedHashMap<>();
        node.put(rule.keyword(), example(rule.kind()));
        Map<String, Object> asSent = property(node);

        Map<String, Object> portable = ModelSchemas.of(asSent, McpSchemaForm.PORTABLE);
        Map<String, Object> inline = ModelSchemas.of(asSent, McpSchemaForm.INLINE);

        if (rule.portable() == Use.DROPPED) {
            assertThat(SchemaText.text(portable)).doesNotContain(rule.keyword());
        }
        if (rule.inline() != Use.KEPT) {
            assertThat(SchemaText.text(inline)).doesNotContain("'" + rule.keyword() + "'");
            assertThat(rule.source()).contains("https://").hasSizeGreaterThan(20);
        }
        assertThat(Provider.OPENAI.refusals(portable)).isEmpty();
        assertThat(Provider.GEMINI.refusals(inline)).isEmpty();
    }

    /** Values of all kinds, so that each keyword gets some that it must not have. */
    private static List<Object> values() {
        List<Object> values = new ArrayList<>();
        for (String text : List.of("null", "[]", "{}", "''", "'x'", "7", "-1", "0.5", "true", "false")) {
            values.add(SchemaText.value(text));
        }
        for (String text : List.of("[null]", "[[]]", "[1]", "['a','a']", "{'a':null}", "{'a':[]}", "{'a':1}", "[{}]")) {
            values.add(SchemaText.value(text));
        }
        return values;
    }

    @ParameterizedTest
    @MethodSource("rules")
    void keywordValueOfTheWrongTypeIsAccepted(ProviderRules.Rule rule) {
        for (Object value : values()) {
            Map<String, Object> node = new LinkedHashMap<>();
            node.put(rule.keyword(), value);
            Map<String, Object> typed = new LinkedHashMap<>(node);
            typed.putIfAbsent("type", "object");
            for (Map<String, Object> asSent : List.of(
                    node,
                    typed,
                    property(node),
                    property(typed),
                    property(Collections.singletonMap("items", node)),
                    property(Map.of("anyOf", List.of(node, typed))))) {
                Map<String, Object> portable = ModelSchemas.of(asSent, McpSchemaForm.PORTABLE);
                Map<String, Object> inline = ModelSchemas.of(asSent, McpSchemaForm.INLINE);

                assertThat(Provider.OPENAI.refusals(portable)).as("%s", asSent).isEmpty();
                assertThat(Provider.ANTHROPIC.refusals(portable))
                        .as("%s", asSent)
                        .isEmpty();
                assertThat(Provider.GROQ.refusals(portable)).as("%s", asSent).isEmpty();
                assertThat(Provider.GEMINI.refusals(inline)).as("%s", asSent).isEmpty();
                assertThat(Provider.NOVA.refusals(inline)).as("%s", asSent).isEmpty();
            }
        }
    }
}
