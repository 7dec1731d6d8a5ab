package io.mcpclient.schema;

import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;

/** Copies the text of an object. */
final class JsonObjectDeserializer extends StdDeserializer<JsonObject> {

    JsonObjectDeserializer() {
        super(JsonObject.class);
    }

    @Override
    public JsonObject deserialize(JsonParser json, DeserializationContext context) {
        return json.isExpectedStartObjectToken()
                ? new JsonObject(JsonValueDeserializer.copy(json, context))
                : (JsonObject) context.handleUnexpectedToken(JsonObject.class, json);
    }
}
