package io.mcpclient.schema;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.json.JsonGeneratorBase;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * Writes the text of an object as it is. With line breaks, which would end a message on the standard input of a server, or into something
 * else than JSON text, its members are written.
 */
final class JsonObjectSerializer extends StdSerializer<JsonObject> {

    JsonObjectSerializer() {
        super(JsonObject.class);
    }

    @Override
    public void serialize(JsonObject object, JsonGenerator json, SerializationContext context) {
        if (json instanceof JsonGeneratorBase && isOneLine(object.utf8())) {
            json.writeRawValue(object.text());
            return;
        }
        context.writeValue(json, object.read());
    }

    private static boolean isOneLine(byte[] text) {
        for (byte octet : text) {
            if (octet == '\n' || octet == '\r') {
                return false;
            }
        }
        return true;
    }
}
