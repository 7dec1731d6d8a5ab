package io.mcpclient.internal.operation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.mcpclient.text.SafeText;
import io.mcpclient.text.VisibleText;

/**
 * One pass through one definition of a server, which removes invisible characters, see {@link VisibleText}. No text and no name of a
 * member is exempt. The consequence depends on the position, never on the name of a member alone:
 *
 * <table>
 * <caption>handling of invisible characters</caption>
 * <tr><th>position</th><th>consequence</th></tr>
 * <tr><td>name of a member, at any depth</td><td rowspan="4">the item is dropped: under another name, address or reference it would
 * not be the same</td></tr>
 * <tr><td>name of a tool, of a prompt or of its arguments</td></tr>
 * <tr><td>URI of a resource, template of a URI, source of an icon</td></tr>
 * <tr><td>references, identifiers, required names and names of headers in a schema</td></tr>
 * <tr><td>pattern in a schema</td><td>the keyword is removed: without the characters it would be another expression, without the
 * expression the schema accepts more, and the server still checks it</td></tr>
 * <tr><td>any other text: titles, descriptions, values</td><td>the characters are removed</td></tr>
 * </table>
 *
 * Not thread-safe.
 */
final class VisibleDefinition {

    private static final String REMOVED = "invisible characters were removed";

    private static final String PATTERN_REMOVED = "a pattern with invisible characters was removed";

    private static final Set<String> SCHEMAS_OF_TOOLS = Set.of("inputSchema", "outputSchema");

    private static final Set<String> REFERENCES = Set.of(
            "$ref",
            "$dynamicRef",
            "$recursiveRef",
            "$id",
            "$schema",
            "$anchor",
            "$dynamicAnchor",
            "required",
            "x-mcp-header");

    private static final Set<String> DATA = Set.of("const", "enum", "default", "examples", "example");

    private static final Set<String> SCHEMAS_BY_NAME = Set.of(
            "properties",
            "patternProperties",
            "$defs",
            "definitions",
            "dependentSchemas",
            "dependentRequired",
            "dependencies");

    /** What the members of an object are. */
    enum Position {
        TOOL("name"),
        PROMPT("name"),
        RESOURCE("uri"),
        RESOURCE_TEMPLATE("uriTemplate"),
        PROMPT_ARGUMENT("name"),
        ICON("src"),
        /** A schema, or a list of schemas. */
        SCHEMA(""),
        /** Schemas by names that are no keywords. */
        SCHEMAS(""),
        TEXT("");

        private final String identifier;

        Position(String identifier) {
            this.identifier = identifier;
        }

        /** Member that identifies the item. */
        String identifier() {
            return this.identifier;
        }

        private boolean isIdentifier(String name) {
            return name.equals(this.identifier) || (this == SCHEMA && REFERENCES.contains(name));
        }

        /** Returns the position of the value of a member. */
        private Position of(String name) {
            return switch (this) {
                case TOOL -> SCHEMAS_OF_TOOLS.contains(name) ? SCHEMA : icon(name);
                case PROMPT -> name.equals("arguments") ? PROMPT_ARGUMENT : icon(name);
                case RESOURCE, RESOURCE_TEMPLATE -> icon(name);
                case SCHEMA -> DATA.contains(name) ? TEXT : SCHEMAS_BY_NAME.contains(name) ? SCHEMAS : SCHEMA;
                case SCHEMAS -> SCHEMA;
                case PROMPT_ARGUMENT, ICON, TEXT -> TEXT;
            };
        }

        private static Position icon(String name) {
            return name.equals("icons") ? ICON : TEXT;
        }
    }

    /** Changes by the top-level members that contain them. */
    private final Map<String, String> changes = new LinkedHashMap<>();

    private final Map<String, @Nullable Object> visible;

    private boolean isUsable = true;

    /** The present top-level member. */
    private String member = "";

    /**
     * Looks at a definition.
     * @param definition the definition as plain JSON
     * @param position what it defines
     */
    VisibleDefinition(Map<?, ?> definition, Position position) {
        this.visible = members(definition, position);
    }

    /** Whether the definition contains no invisible characters. */
    boolean isUnchanged() {
        return this.isUsable && this.changes.isEmpty();
    }

    /** Returns the definition without invisible characters, or {@code null} if it has to be dropped. */
    @Nullable
    Map<String, @Nullable Object> json() {
        return this.isUsable ? this.visible : null;
    }

    /** Returns the changes by top-level member, printable. */
    Map<String, String> changes() {
        return this.changes;
    }

    private Map<String, @Nullable Object> members(Map<?, ?> json, Position position) {
        boolean isTop = this.member.isEmpty();
        Map<String, @Nullable Object> copy = new LinkedHashMap<>();
        json.forEach((key, value) -> {
            String name = String.valueOf(key);
            this.member = isTop ? name : this.member;
            this.isUsable &= VisibleText.isVisible(name);
            if (!isHiddenPattern(position, name, value)) {
                copy.put(name, value(position, name, value));
            }
        });
        this.member = isTop ? "" : this.member;
        return copy;
    }

    private boolean isHiddenPattern(Position position, String name, @Nullable Object value) {
        boolean isHidden = position == Position.SCHEMA
                && name.equals("pattern")
                && value instanceof String pattern
                && !VisibleText.isVisible(pattern);
        if (isHidden) {
            this.changes.put(SafeText.excerpt(this.member), PATTERN_REMOVED);
        }
        return isHidden;
    }

    private @Nullable Object value(Position position, String name, @Nullable Object value) {
        if (value instanceof Map<?, ?> json) {
            return members(json, position.of(name));
        }
        if (value instanceof List<?> list) {
            List<@Nullable Object> copy = new ArrayList<>(list.size());
            list.forEach(item -> copy.add(value(position, name, item)));
            return copy;
        }
        return (value instanceof String text) ? text(position, name, text) : value;
    }

    private @Nullable String text(Position position, String name, String text) {
        if (VisibleText.isVisible(text)) {
            return text;
        }
        if (position.isIdentifier(name)) {
            this.isUsable = false;
        } else {
            this.changes.putIfAbsent(SafeText.excerpt(this.member), REMOVED);
        }
        return VisibleText.of(text);
    }
}
