package io.mcpclient.internal.model;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * The keywords of JSON Schema, and what becomes of them for models: a provider that refuses one refuses the whole request. A value
 * that is not of the kind of its keyword is refused by all that check schemas, so it is repaired or dropped in every form. Dropping
 * a keyword makes a schema wider, never narrower. {@code ProviderRulesTests} has the shapes that span keywords, with an example and
 * a source for each.
 */
public final class ProviderRules {

    /** What the value of a keyword is. */
    public enum Kind {
        SCHEMA,
        SCHEMA_OR_FLAG,
        ITEMS,
        SCHEMAS_BY_NAME,
        SCHEMA_LIST,
        NAMES,
        NAMES_BY_NAME,
        TYPE,
        VALUES,
        NUMBER,
        LIMIT,
        COUNT,
        FLAG,
        TEXT,
        PATTERN,
        DATA
    }

    /** What a form does with a keyword. */
    enum Use {
        KEPT,
        /** Replaced by other keywords. */
        REPLACED,
        DROPPED
    }

    /**
     * A row of the table.
     * @param keyword the keyword
     * @param kind what its value is
     * @param portable its use in the portable form
     * @param inline its use in the inline form
     * @param source a public source of the refusal, empty if nothing refuses the keyword
     */
    public record Rule(String keyword, Kind kind, Use portable, Use inline, String source) {}

    /** Members of parameters that the Gemini API does not know. */
    private static final String GEMINI = "Gemini: https://ai.google.dev/api/caching#Schema";

    private static final String STRICT =
            "OpenAI, strict: https://platform.openai.com/docs/guides/structured-outputs; " + GEMINI;

    private static final String NOT_FOR_GEMINI =
            "Gemini: https://github.com/zed-extensions/mcp-server-brave-search/issues/12";

    private static final Map<String, Rule> RULES = Arrays.stream(new Rule[] {
                // identity and references
                rule(
                        "$schema",
                        Kind.TEXT,
                        Use.DROPPED,
                        Use.DROPPED,
                        "Gemini: https://github.com/intrafind/ihub-apps/pull/1566;"
                                + " Mistral: https://github.com/BerriAI/litellm/pull/13389"),
                rule(
                        "$id",
                        Kind.TEXT,
                        Use.DROPPED,
                        Use.DROPPED,
                        "OpenAI: https://github.com/griptape-ai/griptape/issues/2150;"
                                + " Mistral: https://github.com/BerriAI/litellm/pull/13389"),
                rule("$vocabulary", Kind.DATA, Use.DROPPED, Use.DROPPED, GEMINI),
                rule("$anchor", Kind.TEXT, Use.DROPPED, Use.DROPPED, GEMINI),
                rule("$dynamicAnchor", Kind.TEXT, Use.REPLACED, Use.DROPPED, GEMINI),
                rule("$dynamicRef", Kind.TEXT, Use.REPLACED, Use.DROPPED, GEMINI),
                rule("$recursiveAnchor", Kind.FLAG, Use.REPLACED, Use.DROPPED, GEMINI),
                rule("$recursiveRef", Kind.TEXT, Use.REPLACED, Use.DROPPED, GEMINI),
                rule(
                        "$ref",
                        Kind.TEXT,
                        Use.REPLACED,
                        Use.REPLACED,
                        "Gemini: https://github.com/googleapis/python-genai/issues/1122;"
                                + " Moonshot: https://github.com/github/copilot-cli/issues/3716;"
                                + " OpenAI, strict: https://github.com/dotnet/extensions/issues/6918"),
                rule(
                        "$defs",
                        Kind.SCHEMAS_BY_NAME,
                        Use.KEPT,
                        Use.DROPPED,
                        "Gemini, client of Spring AI:" + " https://github.com/spring-projects/spring-ai/issues/5640"),
                rule(
                        "definitions",
                        Kind.SCHEMAS_BY_NAME,
                        Use.REPLACED,
                        Use.DROPPED,
                        "Nova:" + " https://github.com/zed-industries/zed/issues/28521"),
                // objects
                rule(
                        "properties",
                        Kind.SCHEMAS_BY_NAME,
                        Use.KEPT,
                        Use.KEPT,
                        "OpenAI: https://github.com/openai-php/client/issues/262"),
                rule("required", Kind.NAMES, Use.KEPT, Use.KEPT, "OpenAI: https://github.com/coaidev/coai/issues/110"),
                rule(
                        "additionalProperties",
                        Kind.SCHEMA_OR_FLAG,
                        Use.KEPT,
                        Use.DROPPED,
                        "Gemini:" + " https://github.com/promptfoo/promptfoo/issues/6902"),
                rule("patternProperties", Kind.SCHEMAS_BY_NAME, Use.KEPT, Use.DROPPED, STRICT),
                rule(
                        "propertyNames",
                        Kind.SCHEMA,
                        Use.KEPT,
                        Use.DROPPED,
                        "OpenAI, strict:" + " https://github.com/TanStack/ai/issues/976; " + GEMINI),
                rule("unevaluatedProperties", Kind.SCHEMA_OR_FLAG, Use.KEPT, Use.DROPPED, STRICT),
                rule("dependentSchemas", Kind.SCHEMAS_BY_NAME, Use.KEPT, Use.DROPPED, STRICT),
                rule("dependentRequired", Kind.NAMES_BY_NAME, Use.KEPT, Use.DROPPED, STRICT),
                rule("dependencies", Kind.SCHEMAS_BY_NAME, Use.KEPT, Use.DROPPED, GEMINI),
                rule("minProperties", Kind.COUNT, Use.KEPT, Use.DROPPED, STRICT),
                rule("maxProperties", Kind.COUNT, Use.KEPT, Use.DROPPED, STRICT),
                // arrays
                rule(
                        "items",
                        Kind.ITEMS,
                        Use.KEPT,
                        Use.KEPT,
                        "xAI: https://github.com/NousResearch/hermes-agent/pull/20976"),
                rule(
                        "prefixItems",
                        Kind.SCHEMA_LIST,
                        Use.KEPT,
                        Use.REPLACED,
                        "Gemini:" + " https://github.com/googleapis/python-genai/issues/69"),
                rule("additionalItems", Kind.SCHEMA_OR_FLAG, Use.REPLACED, Use.DROPPED, GEMINI),
                rule("unevaluatedItems", Kind.SCHEMA_OR_FLAG, Use.KEPT, Use.DROPPED, STRICT),
                rule("contains", Kind.SCHEMA, Use.KEPT, Use.DROPPED, STRICT),
                rule("minContains", Kind.COUNT, Use.KEPT, Use.DROPPED, STRICT),
                rule("maxContains", Kind.COUNT, Use.KEPT, Use.DROPPED, STRICT),
                rule(
                        "uniqueItems",
                        Kind.FLAG,
                        Use.KEPT,
                        Use.DROPPED,
                        "Kimi: https://github.com/QwenLM/qwen-code/issues/9865; " + STRICT),
                rule("minItems", Kind.COUNT, Use.KEPT, Use.KEPT, ""),
                rule("maxItems", Kind.COUNT, Use.KEPT, Use.KEPT, ""),
                // alternatives
                rule(
                        "allOf",
                        Kind.SCHEMA_LIST,
                        Use.KEPT,
                        Use.REPLACED,
                        "OpenAI, strict:" + " https://github.com/makenotion/notion-mcp-server/issues/102; " + GEMINI),
                rule("anyOf", Kind.SCHEMA_LIST, Use.KEPT, Use.KEPT, ""),
                rule("oneOf", Kind.SCHEMA_LIST, Use.KEPT, Use.REPLACED, STRICT),
                rule(
                        "not",
                        Kind.SCHEMA,
                        Use.KEPT,
                        Use.DROPPED,
                        "llama.cpp: https://github.com/ggml-org/llama.cpp/issues/14227; " + STRICT),
                rule("if", Kind.SCHEMA, Use.KEPT, Use.DROPPED, STRICT),
                rule("then", Kind.SCHEMA, Use.KEPT, Use.DROPPED, STRICT),
                rule("else", Kind.SCHEMA, Use.KEPT, Use.DROPPED, STRICT),
                // values
                rule(
                        "type",
                        Kind.TYPE,
                        Use.KEPT,
                        Use.KEPT,
                        "Gemini: https://github.com/WordPress/ai-provider-for-google/issues/33"),
                rule("nullable", Kind.FLAG, Use.KEPT, Use.KEPT, ""),
                rule(
                        "enum",
                        Kind.VALUES,
                        Use.KEPT,
                        Use.KEPT,
                        "OpenAI: https://github.com/elevenlabs/packages/issues/998;"
                                + " Gemini: https://github.com/microsoft/azure-devops-mcp/issues/145"),
                rule("const", Kind.DATA, Use.KEPT, Use.REPLACED, NOT_FOR_GEMINI),
                rule("minimum", Kind.NUMBER, Use.KEPT, Use.KEPT, ""),
                rule("maximum", Kind.NUMBER, Use.KEPT, Use.KEPT, ""),
                rule(
                        "exclusiveMinimum",
                        Kind.LIMIT,
                        Use.KEPT,
                        Use.REPLACED,
                        "Anthropic:"
                                + " https://github.com/Dokploy/mcp/issues/74; Gemini: https://github.com/pizza-bot-app/pizza-bot/issues/62"),
                rule(
                        "exclusiveMaximum",
                        Kind.LIMIT,
                        Use.KEPT,
                        Use.REPLACED,
                        "Anthropic: https://github.com/homeassistant-ai/ha-mcp/issues/2361; " + GEMINI),
                rule("multipleOf", Kind.NUMBER, Use.KEPT, Use.DROPPED, GEMINI),
                rule("minLength", Kind.COUNT, Use.KEPT, Use.KEPT, ""),
                rule("maxLength", Kind.COUNT, Use.KEPT, Use.KEPT, ""),
                rule(
                        "pattern",
                        Kind.PATTERN,
                        Use.KEPT,
                        Use.DROPPED,
                        "OpenAI: https://github.com/BerriAI/litellm/pull/40485,"
                                + " https://github.com/anomalyco/opencode/issues/32073;"
                                + " llama.cpp: https://github.com/containers/kubernetes-mcp-server/issues/758"),
                rule(
                        "format",
                        Kind.TEXT,
                        Use.KEPT,
                        Use.KEPT,
                        "Gemini: https://github.com/google-gemini/gemini-cli/issues/3178;"
                                + " OpenAI, strict: https://github.com/can1357/oh-my-pi/issues/206"),
                rule(
                        "contentEncoding",
                        Kind.TEXT,
                        Use.KEPT,
                        Use.DROPPED,
                        "Gemini:" + " https://github.com/anomalyco/opencode/pull/15593"),
                rule(
                        "contentMediaType",
                        Kind.TEXT,
                        Use.KEPT,
                        Use.DROPPED,
                        "Gemini: https://github.com/anomalyco/opencode/pull/15593"),
                rule("contentSchema", Kind.SCHEMA, Use.KEPT, Use.DROPPED, GEMINI),
                // annotations
                rule("title", Kind.TEXT, Use.KEPT, Use.KEPT, ""),
                rule("description", Kind.TEXT, Use.KEPT, Use.KEPT, ""),
                rule("$comment", Kind.TEXT, Use.KEPT, Use.DROPPED, GEMINI),
                rule(
                        "default",
                        Kind.DATA,
                        Use.KEPT,
                        Use.DROPPED,
                        "OpenAI, strict:" + " https://github.com/567-labs/instructor/issues/961"),
                rule(
                        "examples",
                        Kind.VALUES,
                        Use.KEPT,
                        Use.DROPPED,
                        "Gemini:" + " https://github.com/datastax/astra-assistants-api/issues/73"),
                rule("deprecated", Kind.FLAG, Use.KEPT, Use.DROPPED, GEMINI),
                rule("readOnly", Kind.FLAG, Use.KEPT, Use.DROPPED, GEMINI),
                rule("writeOnly", Kind.FLAG, Use.KEPT, Use.DROPPED, GEMINI)
            })
            .collect(Collectors.toUnmodifiableMap(Rule::keyword, Function.identity()));

    private ProviderRules() {}

    private static Rule rule(String keyword, Kind kind, Use portable, Use inline, String source) {
        return new Rule(keyword, kind, portable, inline, source);
    }

    /** Returns the row of a keyword, {@code null} if it is not one of JSON Schema. */
    public static @Nullable Rule of(String keyword) {
        return RULES.get(keyword);
    }

    /** Returns all rows by keyword. */
    static Map<String, Rule> all() {
        return RULES;
    }
}
