package io.mcpclient.internal.model;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Schema of a server as conversions see it: keywords with values of the wrong type, boolean schemas, references to other documents and
 * resources embedded in the document say nothing. Counts the steps of one conversion, which are bounded. Not thread-safe.
 */
final class LocalSchema {

    private static final int MAX_STEPS = 500_000;

    /** Values and schemas on the way to a value, together. */
    private static final int MAX_DEPTH = 400;

    private final Map<?, ?> root;

    private final NamePatterns patterns = new NamePatterns(this);

    private int steps;

    /**
     * Creates the view of one schema.
     * @param root the schema as the server sent it
     */
    LocalSchema(Map<?, ?> root) {
        this.root = root;
    }

    /** The limits are exceeded. */
    static final class ExhaustedException extends RuntimeException {

        private ExhaustedException() {
            super("the schema takes too long", null, false, false);
        }
    }

    /**
     * Counts steps.
     * @throws ExhaustedException if there are too many, or the depth is too large
     */
    void step(int count, int depth) {
        this.steps += count;
        if (this.steps > MAX_STEPS || this.steps < 0 || depth > MAX_DEPTH) {
            throw new ExhaustedException();
        }
    }

    /** Returns the keywords of a schema; {@code null} if it says nothing. */
    @Nullable
    Map<?, ?> keywords(@Nullable Object schema) {
        // References within an embedded resource are relative to it.
        return (schema instanceof Map<?, ?> map && (map == this.root || !(map.get("$id") instanceof String)))
                ? map
                : null;
    }

    /** Returns the target of the {@code $ref} of a schema; {@code null} if there is none in this document. */
    @Nullable
    Object target(Map<?, ?> keywords) {
        if (!(keywords.get("$ref") instanceof String reference)
                || !(reference.equals("#") || reference.startsWith("#/"))) {
            return null;
        }
        Object target = this.root;
        if (reference.length() > 1) {
            for (String token : reference.substring(2).split("/", -1)) {
                step(1, 0);
                target = member(target, decoded(token).replace("~1", "/").replace("~0", "~"));
            }
        }
        return target;
    }

    private static @Nullable Object member(@Nullable Object container, String name) {
        if (container instanceof List<?> list) {
            boolean isIndex = name.matches("0|[1-9][0-9]{0,4}") && Integer.parseInt(name) < list.size();
            return isIndex ? list.get(Integer.parseInt(name)) : null;
        }
        return (container instanceof Map<?, ?> map) ? map.get(name) : null;
    }

    private static String decoded(String token) {
        try {
            return token.contains("%") ? URLDecoder.decode(token.replace("+", "%2B"), StandardCharsets.UTF_8) : token;
        } catch (IllegalArgumentException ex) {
            return token;
        }
    }

    /** Returns the schemas that apply in any case: the schema itself, its {@code allOf} and the targets of its references. */
    List<Map<?, ?>> parts(@Nullable Object schema, int depth) {
        List<Map<?, ?>> parts = new ArrayList<>();
        addParts(schema, parts, Collections.newSetFromMap(new IdentityHashMap<>()), depth);
        return parts;
    }

    private void addParts(@Nullable Object schema, List<Map<?, ?>> parts, Set<Object> seen, int depth) {
        step(1, depth);
        Map<?, ?> keywords = keywords(schema);
        if (keywords == null || !seen.add(keywords)) {
            return;
        }
        parts.add(keywords);
        addParts(target(keywords), parts, seen, depth + 1);
        if (keywords.get("allOf") instanceof List<?> all) {
            all.forEach(one -> addParts(one, parts, seen, depth + 1));
        }
    }

    /** Returns the branches of each choice of a schema. */
    static List<List<?>> choices(Map<?, ?> keywords) {
        List<List<?>> choices = new ArrayList<>(0);
        for (String keyword : List.of("anyOf", "oneOf")) {
            if (keywords.get(keyword) instanceof List<?> branches && !branches.isEmpty()) {
                choices.add(branches);
            }
        }
        return choices;
    }

    static boolean isNullable(Map<?, ?> keywords) {
        return Boolean.TRUE.equals(keywords.get("nullable"));
    }

    static boolean isDeclared(Map<?, ?> keywords, @Nullable Object name) {
        return keywords.get("properties") instanceof Map<?, ?> properties && properties.containsKey(name);
    }

    static boolean isRequired(Map<?, ?> keywords, String name) {
        return keywords.get("required") instanceof List<?> required && required.contains(name);
    }

    /** Adds the schemas of a member of an object. */
    void addMember(Map<?, ?> keywords, String name, List<Object> schemas) {
        boolean isCovered = isDeclared(keywords, name);
        if (isCovered && keywords.get("properties") instanceof Map<?, ?> properties) {
            addKeywords(properties.get(name), schemas);
        }
        isCovered |= addMatches(keywords, name, schemas);
        if (!isCovered) {
            addKeywords(keywords.get("additionalProperties"), schemas);
        }
    }

    /** Adds the schemas of the patterns that match a name. Returns whether one matches or may match. */
    boolean addMatches(Map<?, ?> keywords, String name, List<Object> schemas) {
        boolean isCovered = false;
        if (keywords.get("patternProperties") instanceof Map<?, ?> named) {
            for (Map.Entry<?, ?> pattern : named.entrySet()) {
                NamePatterns.Match match = this.patterns.match(String.valueOf(pattern.getKey()), name);
                isCovered |= match != NamePatterns.Match.NO;
                if (match == NamePatterns.Match.YES) {
                    addKeywords(pattern.getValue(), schemas);
                }
            }
        }
        return isCovered;
    }

    private static void addKeywords(@Nullable Object schema, List<Object> schemas) {
        if (schema instanceof Map<?, ?>) {
            schemas.add(schema);
        }
    }

    /** Returns the schema of an element of an array. */
    static @Nullable Object element(Map<?, ?> keywords, int index) {
        Object items = keywords.get("items");
        boolean isTuple = items instanceof List<?>;
        Object first = isTuple ? items : keywords.get("prefixItems");
        if (first instanceof List<?> prefix && index < prefix.size()) {
            return prefix.get(index);
        }
        return isTuple ? keywords.get("additionalItems") : items;
    }
}
