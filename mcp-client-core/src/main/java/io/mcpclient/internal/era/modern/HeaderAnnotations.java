package io.mcpclient.internal.era.modern;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.JsonObject;
import io.mcpclient.text.HeaderSyntax;
import io.mcpclient.text.SafeText;
import io.mcpclient.text.SecretNames;

/**
 * Searches the input schema of one tool for arguments to be mirrored in headers. The whole schema is searched, since one
 * annotation in a wrong place makes the tool illegal; anything that may be a schema is treated as one. Uses a queue, so that no
 * schema is too deep, and visits everything once.
 *
 * @see "MCP 2026-07-28, basic/transports/streamable-http, Schema Extension (HDR-06, HDR-07, HDR-09, HDR-10, HDR-12)"
 */
final class HeaderAnnotations {

    private static final String KEYWORD = "x-mcp-header";

    private static final String PROPERTIES = "properties";

    /** Keywords whose value is data rather than a schema: the keyword may occur there like any other word. */
    private static final Set<String> DATA =
            Set.of("const", "enum", "default", "examples", "required", "dependentRequired");

    /** Keywords whose value has a schema under each of its names: the keyword may be such a name. */
    private static final Set<String> SCHEMAS_BY_NAME =
            Set.of(PROPERTIES, "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies");

    /**
     * Maximum number of names on the paths to all arguments of a tool together. Far beyond the headers that any server accepts;
     * bounds the memory of a tool and the work for a call, in case of a hostile server.
     */
    private static final int MAX_STEPS = 1_000;

    private static final Set<String> MIRRORED_TYPES = Set.of("string", "integer", "boolean");

    private final Queue<Place> open = new ArrayDeque<>();

    private final List<MirroredArgument> found = new ArrayList<>();

    private final Set<String> names = new HashSet<>();

    private int steps;

    private HeaderAnnotations() {}

    /**
     * A candidate for a schema.
     *
     * @param value plain JSON
     * @param way path from the root by properties alone, or {@code null} if there is none
     */
    private record Place(Object value, @Nullable Way way) {}

    /** A path from the root, linked from its end. */
    private record Way(@Nullable Way before, String name) {

        static final Way ROOT = new Way(null, "");

        Way to(String name) {
            return new Way(this, name);
        }

        List<String> names() {
            LinkedList<String> names = new LinkedList<>();
            for (Way way = this; way.before() != null; way = way.before()) {
                names.addFirst(way.name());
            }
            return names;
        }
    }

    /**
     * Returns whether a tool may have annotated arguments, or illegal annotations.
     * @param inputSchema its schema, which is not parsed
     * @return {@code false} only if it has none: the keyword is not in its text, and no character is written by its code
     */
    static boolean mayBeIn(JsonObject inputSchema) {
        String text = inputSchema.text();
        return text.contains(KEYWORD) || text.contains("\\u");
    }

    /**
     * Finds the annotated arguments of a tool.
     * @param inputSchema its schema as plain JSON
     * @return the arguments, those of the outer objects first; empty for most tools
     * @throws IllegalAnnotationException if the tool is illegal, with the first reason found
     */
    static List<MirroredArgument> in(Map<?, ?> inputSchema) {
        HeaderAnnotations annotations = new HeaderAnnotations();
        annotations.open.add(new Place(inputSchema, Way.ROOT));
        for (Place place = annotations.open.poll(); place != null; place = annotations.open.poll()) {
            annotations.visit(place);
        }
        return List.copyOf(annotations.found);
    }

    private void visit(Place place) {
        if (place.value() instanceof Map<?, ?> schema) {
            if (schema.containsKey(KEYWORD)) {
                annotation(schema, place.way());
            }
            schema.forEach((keyword, value) -> member(String.valueOf(keyword), value, place.way()));
        } else if (place.value() instanceof List<?> list) {
            list.forEach(element -> later(element, null));
        }
    }

    private void member(String keyword, @Nullable Object value, @Nullable Way way) {
        if (SCHEMAS_BY_NAME.contains(keyword) && value instanceof Map<?, ?> schemas) {
            Way base = keyword.equals(PROPERTIES) ? way : null;
            schemas.forEach((name, schema) -> later(schema, (base != null) ? base.to(String.valueOf(name)) : null));
        } else if (!DATA.contains(keyword)) {
            later(value, null);
        }
    }

    private void later(@Nullable Object value, @Nullable Way way) {
        if (value instanceof Map || value instanceof List) {
            this.open.add(new Place(value, way));
        }
    }

    private void annotation(Map<?, ?> schema, @Nullable Way way) {
        if (way == null || way == Way.ROOT) {
            throw new IllegalAnnotationException("it has " + KEYWORD
                    + " in a place that is not reached by properties alone: " + excerpt(schema.get(KEYWORD)));
        }
        MirroredArgument argument = new MirroredArgument(way.names(), header(schema, way), isInteger(schema, way));
        if (!this.names.add(argument.header().toLowerCase(Locale.ROOT))) {
            throw illegal(way, "is duplicated: " + excerpt(schema.get(KEYWORD)));
        }
        this.steps += argument.path().size();
        if (this.steps > MAX_STEPS) {
            throw new IllegalAnnotationException("it maps too many or too deeply nested arguments to headers");
        }
        this.found.add(argument);
    }

    private static String header(Map<?, ?> schema, Way way) {
        Object name = schema.get(KEYWORD);
        if (!(name instanceof String text)) {
            throw illegal(way, "is not a string");
        }
        if (!HeaderSyntax.isName(text)) {
            throw illegal(way, "cannot be part of a header name: \"" + excerpt(text) + "\"");
        }
        return MirroredArgument.PREFIX + text;
    }

    /** Only a single type besides null defines the text of a value unambiguously. */
    private static boolean isInteger(Map<?, ?> schema, Way way) {
        List<?> types = (schema.get("type") instanceof List<?> list) ? list : List.of(typeOf(schema));
        List<?> apartFromNull =
                types.stream().filter(type -> !"null".equals(type)).toList();
        // An element may be a JSON null, which is not the name of a type.
        Object only = (apartFromNull.size() == 1) ? apartFromNull.get(0) : null;
        if (!(only instanceof String type) || !MIRRORED_TYPES.contains(type)) {
            throw illegal(way, "is on an argument whose type is not exactly one of string, integer, boolean (or null)");
        }
        return type.equals("integer");
    }

    private static Object typeOf(Map<?, ?> schema) {
        Object type = schema.get("type");
        return (type != null) ? type : "";
    }

    private static IllegalAnnotationException illegal(Way way, String what) {
        String place = SafeText.excerpt("/" + String.join("/", way.names()));
        return new IllegalAnnotationException("its " + KEYWORD + " at \"" + place + "\" " + what);
    }

    private static String excerpt(@Nullable Object name) {
        return (name instanceof String text) ? SafeText.excerpt(text, 64) : "not a string";
    }

    /**
     * An argument of a tool that is mirrored in a header.
     *
     * @param path names of the members from the arguments to the value, at least one
     * @param header name of the header
     * @param isInteger whether the tool declares it as an integer
     */
    record MirroredArgument(List<String> path, String header, boolean isInteger) {

        /** Prefix of the names of such headers. */
        static final String PREFIX = "Mcp-Param-";

        MirroredArgument {
            path = List.copyOf(path);
        }

        /** Whether its name indicates a secret, which intermediaries should not see. */
        boolean isSecret() {
            return this.path.stream().anyMatch(SecretNames::isSecretArgument);
        }

        /** Its path, for messages: the names come from the server. */
        String place() {
            return SafeText.excerpt("/" + String.join("/", this.path));
        }
    }

    /** Thrown if a tool is illegal: its arguments cannot be mirrored in headers as annotated. */
    static final class IllegalAnnotationException extends RuntimeException {

        private final String reason;

        /**
         * Creates the exception.
         * @param reason part of a sentence, fit for logs
         */
        IllegalAnnotationException(String reason) {
            super(reason, null, false, false);
            this.reason = reason;
        }

        String reason() {
            return this.reason;
        }
    }
}
