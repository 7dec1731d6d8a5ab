package io.mcpclient.sample.embedded.stateless;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** JSON Schema of a flat object, for arguments, results and forms, with the validation that the server needs. */
final class Schema {

    private static final String HEADER = "x-mcp-header";

    private final Map<String, Map<String, Object>> properties = new LinkedHashMap<>();

    private final List<String> required = new ArrayList<>();

    private boolean closed;

    /** Creates an object schema without additional properties. */
    static Schema arguments() {
        Schema schema = new Schema();
        schema.closed = true;
        return schema;
    }

    /** Creates a form schema, where {@code additionalProperties} is not allowed. */
    static Schema form() {
        return new Schema();
    }

    /** Adds an optional member, with further keywords as alternating keys and values. */
    Schema with(String name, String type, String description, Object... keywords) {
        Map<String, Object> property = Json.object("type", type, "description", description);
        property.putAll(Json.object(keywords));
        this.properties.put(name, property);
        return this;
    }

    /** Adds a required member. */
    Schema must(String name, String type, String description, Object... keywords) {
        this.required.add(name);
        return with(name, type, description, keywords);
    }

    /** Sets the header in which clients repeat the member that was added last. */
    Schema header(String header) {
        List<String> names = List.copyOf(this.properties.keySet());
        property(names.get(names.size() - 1)).put(HEADER, header);
        return this;
    }

    /** Returns the headers by member. */
    Map<String, String> headers() {
        Map<String, String> headers = new LinkedHashMap<>();
        this.properties.forEach((name, property) -> {
            if (property.get(HEADER) instanceof String header) {
                headers.put(name, header);
            }
        });
        return headers;
    }

    Map<String, Object> toMap() {
        Map<String, Object> schema = Json.object("type", "object", "properties", this.properties);
        if (!this.required.isEmpty()) {
            schema.put("required", this.required);
        }
        if (this.closed) {
            schema.put("additionalProperties", false);
        }
        return schema;
    }

    /**
     * Validates an object.
     * @return the first problem, or {@code null} if the object is valid
     */
    @Nullable
    String objection(JsonNode object) {
        for (String name : this.required) {
            if (object.path(name).isMissingNode()) {
                return "There must be a value for " + name + ".";
            }
        }
        for (Map.Entry<String, JsonNode> member : object.properties()) {
            String name = member.getKey();
            if (this.properties.containsKey(name) && !fits(member.getValue(), property(name))) {
                return "The value for " + name + " does not fit: " + Json.text(property(name));
            }
            if (this.closed && !this.properties.containsKey(name)) {
                return "Nothing is known of " + name + ".";
            }
        }
        return null;
    }

    private Map<String, Object> property(String name) {
        return this.properties.getOrDefault(name, Map.of());
    }

    private static boolean fits(JsonNode value, Map<String, Object> property) {
        if (property.get("enum") instanceof List<?> choices && !choices.contains(value.asString(""))) {
            return false;
        }
        return switch (String.valueOf(property.get("type"))) {
            case "string" -> value.isString() && isWithin(length(value), property, "minLength", "maxLength");
            case "integer" -> Json.isInteger(value) && isWithin(value.decimalValue(), property, "minimum", "maximum");
            case "boolean" -> value.isBoolean();
            default -> false;
        };
    }

    private static BigDecimal length(JsonNode text) {
        return BigDecimal.valueOf(text.asString().codePoints().count());
    }

    private static boolean isWithin(BigDecimal number, Map<String, Object> property, String least, String most) {
        return (!(property.get(least) instanceof Integer min) || number.compareTo(BigDecimal.valueOf(min)) >= 0)
                && (!(property.get(most) instanceof Integer max) || number.compareTo(BigDecimal.valueOf(max)) <= 0);
    }
}
