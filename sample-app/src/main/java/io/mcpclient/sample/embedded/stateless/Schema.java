package io.mcpclient.sample.embedded.stateless;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import com.networknt.schema.Error;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import io.mcpclient.schema.FormField;
import io.mcpclient.schema.RequestedSchema;

/** JSON Schema of a flat object, for arguments, results and forms. */
final class Schema {

    /** Not a keyword of JSON Schema. */
    private static final String HEADER = "x-mcp-header";

    private final Map<String, Map<String, Object>> properties = new LinkedHashMap<>();

    private final List<String> required = new ArrayList<>();

    private @Nullable Map<String, Object> last;

    private com.networknt.schema.@Nullable Schema compiled;

    /** Adds an optional member, with further keywords as alternating keys and values. */
    Schema with(String name, String type, String description, Object... keywords) {
        Map<String, Object> property = Results.object("type", type, "description", description);
        property.putAll(Results.object(keywords));
        this.properties.put(name, property);
        this.last = property;
        return this;
    }

    /** Adds a required member. */
    Schema must(String name, String type, String description, Object... keywords) {
        this.required.add(name);
        return with(name, type, description, keywords);
    }

    /** Sets the header in which clients repeat the member that was added last. */
    Schema header(String header) {
        Objects.requireNonNull(this.last, "a member").put(HEADER, header);
        return this;
    }

    /** Returns the schema of an object without other members. */
    Map<String, Object> toMap() {
        Map<String, Object> schema = Results.object("type", "object", "properties", this.properties);
        if (!this.required.isEmpty()) {
            schema.put("required", this.required);
        }
        schema.put("additionalProperties", false);
        return schema;
    }

    RequestedSchema toForm() {
        Map<String, FormField> fields = new LinkedHashMap<>();
        this.properties.forEach((name, keywords) -> fields.put(name, new FormField(keywords)));
        return RequestedSchema.of(fields, this.required.toArray(String[]::new));
    }

    /** Returns the first problem of an object, or {@code null} if it is valid. */
    @Nullable
    String objection(Map<String, Object> object) {
        List<Error> errors = compiled().validate(JsonMapper.shared().valueToTree(object));
        return errors.isEmpty() ? null : "Invalid: " + errors.get(0) + ".";
    }

    private synchronized com.networknt.schema.Schema compiled() {
        if (this.compiled == null) {
            JsonNode schema = JsonMapper.shared().valueToTree(toMap());
            schema.path("properties").forEach(property -> ((ObjectNode) property).remove(HEADER));
            this.compiled = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(schema);
        }
        return this.compiled;
    }
}
