package io.mcpclient.support.validation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;

/** A subschema of common keywords. Complete, and so immutable, when all of its schema was read; compared by identity. */
final class CommonRule {

    private final List<Predicate<JsonParser>> tests = new ArrayList<>();

    private final List<IntPredicate> sizes = new ArrayList<>();

    private final List<List<CommonRule>> alternatives = new ArrayList<>();

    private final Map<String, CommonRule> properties = new HashMap<>();

    private List<String> required = List.of();

    private @Nullable CommonRule additional;

    private @Nullable CommonRule items;

    /** Adds a test of values, by their first token; a parser that stands there is not moved. */
    void addTest(Predicate<JsonParser> test) {
        this.tests.add(test);
    }

    /** Adds a test of the number of items of arrays. */
    void addSize(IntPredicate size) {
        this.sizes.add(size);
    }

    /** Adds rules of which one has to accept the value. */
    void addAlternatives(List<CommonRule> alternatives) {
        this.alternatives.add(alternatives);
    }

    void addProperty(String name, CommonRule rule) {
        this.properties.put(name, rule);
    }

    void require(List<String> names) {
        this.required = names;
    }

    void additional(CommonRule rule) {
        this.additional = rule;
    }

    void items(CommonRule rule) {
        this.items = rule;
    }

    /** Returns whether the rule may accept the value at whose first token a parser stands, which is not moved. */
    boolean acceptsToken(JsonParser json) {
        for (Predicate<JsonParser> test : this.tests) {
            if (!test.test(json)) {
                return false;
            }
        }
        return true;
    }

    boolean acceptsItems(int items) {
        for (IntPredicate size : this.sizes) {
            if (!size.test(items)) {
                return false;
            }
        }
        return true;
    }

    List<List<CommonRule>> alternatives() {
        return this.alternatives;
    }

    Map<String, CommonRule> properties() {
        return this.properties;
    }

    List<String> required() {
        return this.required;
    }

    /** Returns the rule for a member with this name, {@code null} if there is none. */
    @Nullable
    CommonRule ofMember(String name) {
        CommonRule rule = this.properties.get(name);
        return (rule != null) ? rule : this.additional;
    }

    @Nullable
    CommonRule additional() {
        return this.additional;
    }

    @Nullable
    CommonRule items() {
        return this.items;
    }
}
