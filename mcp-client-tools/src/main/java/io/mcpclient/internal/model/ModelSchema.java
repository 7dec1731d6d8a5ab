package io.mcpclient.internal.model;

import java.util.Map;

import io.mcpclient.schema.JsonObject;

/** An input schema in a form for models, and the way back from their arguments. Immutable. */
public final class ModelSchema {

    private final JsonObject schema;

    private final PropertyNames names;

    ModelSchema(JsonObject schema, PropertyNames names) {
        this.schema = schema;
        this.names = names;
    }

    /** Returns what a model is given. */
    public JsonObject schema() {
        return this.schema;
    }

    /**
     * Writes the names of properties that the server knows into arguments. It takes names that were changed for models, and original
     * ones.
     * @param arguments the arguments of the model as plain JSON, not changed
     * @param readsTexts whether to read texts where the schema wants an object or an array
     * @return the arguments for the server; the same instance if no name is changed
     */
    public Map<String, Object> originalNames(Map<String, Object> arguments, boolean readsTexts) {
        return this.names.isEmpty()
                ? arguments
                : new OriginalNames(this.names, this.schema.asMap(), readsTexts).in(arguments);
    }
}
