package io.mcpclient.support.validation;

import java.util.List;
import java.util.Map;
import java.util.Set;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.keyword.Keyword;
import com.networknt.schema.keyword.KeywordValidator;
import com.networknt.schema.path.NodePath;
import tools.jackson.databind.JsonNode;

/**
 * A keyword of the library whose evaluation is not a constant amount of work. Counts its steps before it is evaluated.
 *
 * <table>
 * <caption>steps of an evaluation</caption>
 * <tr><th>keyword</th><th>steps</th><th>reason</th></tr>
 * <tr><td>lists of names</td><td>all parts of its value</td><td>each missing name may be an error object</td></tr>
 * <tr><td>{@code const}, {@code enum}</td><td>all parts of its value and of the checked one</td><td>values are compared, and
 * written into errors</td></tr>
 * <tr><td>{@code minLength}, {@code maxLength}</td><td>length of the text</td><td>characters are counted</td></tr>
 * <tr><td>other</td><td>members of its value and of the checked one</td><td>loops over both; subschemas count their own
 * keywords</td></tr>
 * </table>
 *
 * @param keyword the keyword of the library
 */
record MeteredKeyword(Keyword keyword) implements Keyword {

    /** Number of text characters that are compared or written in one step. */
    private static final int CHARACTERS_PER_STEP = 64;

    private static final Set<String> BY_VALUE =
            Set.of("const", "enum", "required", "dependentRequired", "dependencies");

    private static final Set<String> BY_INSTANCE = Set.of("const", "enum", "minLength", "maxLength");

    private static final Set<String> BY_MEMBERS = Set.of(
            "properties",
            "patternProperties",
            "additionalProperties",
            "unevaluatedProperties",
            "propertyNames",
            "dependentSchemas",
            "items",
            "prefixItems",
            "additionalItems",
            "unevaluatedItems",
            "contains",
            "allOf",
            "anyOf",
            "oneOf");

    /** Returns those of the keywords of a dialect that are not a constant amount of work. */
    static List<MeteredKeyword> of(Map<String, Keyword> keywords) {
        return keywords.values().stream()
                .filter(keyword -> isMetered(keyword.getValue()))
                .map(MeteredKeyword::new)
                .toList();
    }

    private static boolean isMetered(String name) {
        return BY_VALUE.contains(name) || BY_INSTANCE.contains(name) || BY_MEMBERS.contains(name);
    }

    @Override
    public String getValue() {
        return this.keyword.getValue();
    }

    @Override
    public KeywordValidator newValidator(SchemaLocation location, JsonNode value, Schema parent, SchemaContext context)
            throws Exception {
        KeywordValidator validator = this.keyword.newValidator(location, value, parent, context);
        long steps = BY_VALUE.contains(getValue()) ? steps(value) : value.size();
        return new Validator(validator, steps, BY_INSTANCE.contains(getValue()));
    }

    /** Returns the steps of comparing or writing a value. */
    static long steps(JsonNode value) {
        long steps = 1;
        if (value.isString()) {
            steps += value.stringValue().length() / CHARACTERS_PER_STEP;
        }
        for (JsonNode child : value) {
            steps += steps(child);
        }
        return steps;
    }

    /**
     * Counts the steps of another validator.
     *
     * @param validator the validator
     * @param steps steps that the value of the keyword causes
     * @param byInstance whether all parts of the checked value count, not only its members
     */
    private record Validator(KeywordValidator validator, long steps, boolean byInstance) implements KeywordValidator {

        @Override
        public void validate(ExecutionContext context, JsonNode node, JsonNode root, NodePath location) {
            Budget budget = Budget.current();
            if (budget != null) {
                budget.steps(this.steps + (this.byInstance ? MeteredKeyword.steps(node) : node.size()));
            }
            this.validator.validate(context, node, root, location);
        }

        @Override
        public void walk(ExecutionContext context, JsonNode node, JsonNode root, NodePath location, boolean validates) {
            this.validator.walk(context, node, root, location, validates);
        }

        @Override
        public void preloadSchema() {
            this.validator.preloadSchema();
        }

        @Override
        public String getKeyword() {
            return this.validator.getKeyword();
        }

        @Override
        public SchemaLocation getSchemaLocation() {
            return this.validator.getSchemaLocation();
        }
    }
}
