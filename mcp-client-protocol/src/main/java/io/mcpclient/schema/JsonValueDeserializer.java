package io.mcpclient.schema;

import java.io.StringWriter;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;

import io.mcpclient.internal.schema.SourceText;
import io.mcpclient.support.json.JsonNumbers;
import io.mcpclient.support.json.SharedJsonMapper;

/** Copies the text of a value; writes it if the text is not in memory, or the value is not an object or array. */
final class JsonValueDeserializer extends StdDeserializer<JsonValue> {

    JsonValueDeserializer() {
        super(JsonValue.class);
    }

    @Override
    public JsonValue deserialize(JsonParser json, DeserializationContext context) {
        return new JsonValue(copy(json, context));
    }

    /** A member that is {@code null} is not absent. */
    @Override
    public JsonValue getNullValue(DeserializationContext context) {
        return JsonValue.of(null);
    }

    @Override
    public @Nullable Object getAbsentValue(DeserializationContext context) {
        return null;
    }

    /** Copies the value at which a parser stands, which stands at its last token afterwards. */
    static byte[] copy(JsonParser json, DeserializationContext context) {
        SourceText source = SourceText.of(json, context);
        int begin = (source != null) ? source.begin() : -1;
        if (source == null || begin < 0 || !json.currentToken().isStructStart()) {
            return JsonValue.utf8(written(json));
        }
        walk(json, null);
        return source.copy(begin, source.end());
    }

    private static String written(JsonParser json) {
        StringWriter text = new StringWriter();
        try (JsonGenerator copy = SharedJsonMapper.get().createGenerator(text)) {
            walk(json, copy);
        }
        return text.toString();
    }

    /**
     * Goes through the value at which a parser stands, up to its last token. Numbers are checked, so that the value can be read later.
     * @param copy receives the tokens, {@code null} for none
     */
    static void walk(JsonParser json, @Nullable JsonGenerator copy) {
        int depth = 0;
        for (JsonToken token = json.currentToken(); token != null; token = json.nextToken()) {
            depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
            if (token == JsonToken.VALUE_NUMBER_FLOAT) {
                JsonNumbers.of(json);
            }
            if (copy != null) {
                write(copy, json, token);
            }
            if (depth == 0) {
                return;
            }
        }
    }

    /** Numbers are written with the digits that were read. */
    private static void write(JsonGenerator copy, JsonParser json, JsonToken token) {
        if (token.isNumeric()) {
            copy.writeNumber(json.getString());
        } else {
            copy.copyCurrentEvent(json);
        }
    }
}
