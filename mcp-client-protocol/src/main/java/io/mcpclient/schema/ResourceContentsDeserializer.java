package io.mcpclient.schema;

import java.util.Map;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.util.TokenBuffer;

/**
 * Reads contents of resources, whose kind is that of their first member {@code text} or {@code blob} with a value. Jackson decides by the
 * presence of a member, but some servers write both, and {@code null} or an empty string for the one that does not apply.
 */
final class ResourceContentsDeserializer extends ValueDeserializer<ResourceContents> {

    private static final Map<String, Class<? extends ResourceContents>> KINDS =
            Map.of("text", TextResourceContents.class, "blob", BlobResourceContents.class);

    @Override
    public ResourceContents deserialize(JsonParser json, DeserializationContext context) {
        if (!json.isExpectedStartObjectToken()) {
            return (ResourceContents) context.handleUnexpectedToken(ResourceContents.class, json);
        }
        Class<? extends ResourceContents> kind = UnknownResourceContents.class;
        boolean isEmpty = true;
        try (TokenBuffer members = context.bufferForInputBuffering(json)) {
            members.writeStartObject();
            for (String name = json.nextName(); name != null; name = json.nextName()) {
                JsonToken value = json.nextToken();
                Class<? extends ResourceContents> kindOfMember = KINDS.get(name);
                if (kindOfMember == null || value != JsonToken.VALUE_NULL) {
                    boolean isEmptyText = value == JsonToken.VALUE_STRING && json.getStringLength() == 0;
                    members.writeName(name);
                    members.copyCurrentStructure(json);
                    boolean decides = kind == UnknownResourceContents.class || (isEmpty && !isEmptyText);
                    if (kindOfMember != null && decides) {
                        kind = kindOfMember;
                        isEmpty = isEmptyText;
                    }
                }
            }
            members.writeEndObject();
            json.clearCurrentToken(); // the end of the object is not what a problem is about
            try (JsonParser copy = members.asParserOnFirstToken(context)) {
                return context.readValue(copy, kind);
            }
        }
    }
}
