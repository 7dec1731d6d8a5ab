package io.mcpclient.support.validation;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.PatternSyntaxException;

import io.mcpclient.text.SafeText;

/**
 * Checks a schema before the library compiles it: bounded size, supported dialect, no external references, supported
 * patterns. Any value that is not certainly data is treated as a schema.
 */
final class SchemaReview {

    private static final int MAX_DEPTH = 32;

    private static final int MAX_SUBSCHEMAS = 2_000;

    /** Keywords whose value is data, not a schema. */
    private static final Set<String> DATA = Set.of("const", "enum", "default", "examples");

    /** Keywords whose value maps names to schemas. */
    private static final Set<String> SCHEMAS_BY_NAME =
            Set.of("properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies");

    private static final Set<String> REFERENCES = Set.of("$ref", "$dynamicRef", "$recursiveRef");

    private final Set<URI> addresses = new HashSet<>();

    private final List<URI> references = new ArrayList<>();

    private int subschemas;

    private SchemaReview() {}

    static void check(Map<String, Object> schema) {
        SchemaReview review = new SchemaReview();
        review.addresses.add(URI.create(""));
        review.schema(schema, URI.create(""), Dialect.DRAFT_2020_12, 1);
        for (URI reference : review.references) {
            if (!review.addresses.contains(reference)) {
                throw new UnusableSchemaException("it refers to another document, which is never loaded: "
                        + SafeText.excerpt(reference.toString()));
            }
        }
    }

    /** Returns the dialect of a schema, 2020-12 by default. */
    static Dialect dialect(Map<?, ?> schema) {
        return dialect(schema, Dialect.DRAFT_2020_12);
    }

    private void schema(Map<?, ?> schema, URI base, Dialect inherited, int depth) {
        if (depth > MAX_DEPTH) {
            throw new UnusableSchemaException("it is nested more than " + MAX_DEPTH + " deep");
        }
        if (++this.subschemas > MAX_SUBSCHEMAS) {
            throw new UnusableSchemaException("it has more than " + MAX_SUBSCHEMAS + " subschemas");
        }
        Dialect dialect = dialect(schema, inherited);
        URI here = address(schema, base, dialect);
        schema.forEach((keyword, value) -> member(String.valueOf(keyword), value, here, dialect, depth));
    }

    private void member(String keyword, Object value, URI here, Dialect dialect, int depth) {
        if (REFERENCES.contains(keyword) && value instanceof String reference) {
            this.references.add(resolve(here, reference));
        } else if (keyword.equals("pattern") && value instanceof String pattern) {
            pattern(pattern);
        } else if (SCHEMAS_BY_NAME.contains(keyword) && value instanceof Map<?, ?> named) {
            if (keyword.equals("patternProperties")) {
                named.keySet().forEach(name -> pattern(String.valueOf(name)));
            }
            named.values().forEach(each -> value(each, here, dialect, depth));
        } else if (!DATA.contains(keyword)) {
            value(value, here, dialect, depth);
        }
    }

    /** The library would not only reject it but also log it unsanitized. */
    private static void pattern(String pattern) {
        try {
            BudgetedPattern.compile(pattern);
        } catch (PatternSyntaxException ex) {
            throw new UnusableSchemaException(
                    "it is not a valid schema: unsupported pattern: " + SafeText.excerpt(pattern), true);
        }
    }

    private void value(Object value, URI here, Dialect dialect, int depth) {
        if (value instanceof Map<?, ?> schema) {
            schema(schema, here, dialect, depth + 1);
        } else if (value instanceof List<?> list) {
            if (depth > MAX_DEPTH) {
                throw new UnusableSchemaException("it is nested more than " + MAX_DEPTH + " deep");
            }
            // No keyword has lists of lists; they count as deeper nesting, so that the traversal is bounded.
            list.forEach(element -> value(element, here, dialect, (element instanceof List) ? depth + 1 : depth));
        }
    }

    private static Dialect dialect(Map<?, ?> schema, Dialect inherited) {
        Object declared = schema.get("$schema");
        if (!(declared instanceof String uri)) {
            return inherited;
        }
        Dialect known = Dialect.of(uri);
        if (known == null) {
            throw new UnusableSchemaException(
                    "its dialect is not supported: " + SafeText.excerpt(uri) + " (supported: " + Dialect.list() + ")");
        }
        return known;
    }

    private URI address(Map<?, ?> schema, URI base, Dialect dialect) {
        if (!(schema.get(dialect.idKeyword()) instanceof String id) || id.startsWith("#")) {
            return base; // older dialects declare plain anchors this way
        }
        URI address = resolve(base, id);
        this.addresses.add(address);
        return address;
    }

    /** Returns a URI without its fragment, which is resolved within the document. */
    private static URI resolve(URI base, String reference) {
        int fragment = reference.indexOf('#');
        String document = (fragment < 0) ? reference : reference.substring(0, fragment);
        try {
            return document.isEmpty() ? base : base.resolve(document);
        } catch (IllegalArgumentException ex) {
            throw new UnusableSchemaException("it has an invalid reference: " + SafeText.excerpt(reference));
        }
    }
}
