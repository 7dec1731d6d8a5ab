package io.mcpclient.schema;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.json.JsonGeneratorBase;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ser.std.StdSerializer;

import io.mcpclient.support.json.JsonSize;

/**
 * Writes the text of a value as it is, but on one line: a line break, which is white space between values, would end a message on the
 * standard input of a server. Into something else than JSON text, the parsed value is written; to a measurement, its size is reported.
 */
final class JsonValueSerializer extends StdSerializer<JsonValue> {

    JsonValueSerializer() {
        super(JsonValue.class);
    }

    @Override
    public void serialize(JsonValue value, JsonGenerator json, SerializationContext context) {
        if (context.getAttribute(JsonSize.Sink.class) instanceof JsonSize.Sink sink) {
            sink.add(value.size());
            json.writeRawValue("");
        } else if (json instanceof JsonGeneratorBase) {
            json.writeRawValue(value.text().replace('\n', ' ').replace('\r', ' '));
        } else {
            context.writeValue(json, value.read());
        }
    }
}
