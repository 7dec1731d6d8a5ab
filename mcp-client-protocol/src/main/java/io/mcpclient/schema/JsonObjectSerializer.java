package io.mcpclient.schema;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.json.JsonGeneratorBase;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ser.std.StdSerializer;

import io.mcpclient.support.json.JsonSize;

/**
 * Writes the text of an object as it is, but on one line: a line break, which is white space between values, would end a message on the
 * standard input of a server. Into something else than JSON text, its
 * members are written; to a measurement, its size is reported.
 */
final class JsonObjectSerializer extends StdSerializer<JsonObject> {

    JsonObjectSerializer() {
        super(JsonObject.class);
    }

    @Override
    public void serialize(JsonObject object, JsonGenerator json, SerializationContext context) {
        if (context.getAttribute(JsonSize.Sink.class) instanceof JsonSize.Sink sink) {
            sink.add(object.size());
            json.writeRawValue("");
        } else if (json instanceof JsonGeneratorBase) {
            json.writeRawValue(object.text().replace('\n', ' ').replace('\r', ' '));
        } else {
            context.writeValue(json, object.read());
        }
    }
}
