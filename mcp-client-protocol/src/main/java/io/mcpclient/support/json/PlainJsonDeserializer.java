package io.mcpclient.support.json;

import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.deser.jdk.UntypedObjectDeserializer;

/** Deserializer for plain JSON that preserves the value of numbers, see {@link JsonNumbers}. */
final class PlainJsonDeserializer extends UntypedObjectDeserializer {

    PlainJsonDeserializer() {
        super((JavaType) null, null);
    }

    @Override
    protected Object _deserializeFP(JsonParser json, DeserializationContext context) {
        return JsonNumbers.floatingPoint(json);
    }
}
