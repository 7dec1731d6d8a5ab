package io.mcpclient.internal.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;

/**
 * JSON as a model reads it: notes replace the data of media. Not thread-safe.
 *
 * <pre>
 *  value                                                                           replaced
 *  string that is the data of a content block                                      the string
 *  string that is a data: URL                                                      the string
 *  object of type image, audio or video, or with a MIME type of media, with data   its member data
 *  object with a blob, a MIME type and a URI, or with a long blob and one of them  its member blob
 * </pre>
 */
final class JsonForModel {

    private static final String META = "_meta";

    private static final JsonCodec CODEC = new JsonCodec(JsonLimits.DEFAULT);

    private static final String DATA = "data";

    private static final String BLOB = "blob";

    /** Types of content that consists of data. */
    private static final Set<String> TYPES = Set.of("image", "audio", "video");

    /** Names and hashes, which other objects call blob as well, are shorter. */
    private static final int LONG_BLOB = 100;

    private final Map<String, String> noteOfData;

    private final boolean isWithData;

    private final boolean isWithMeta;

    private final List<String> notes = new ArrayList<>();

    private JsonForModel(Map<String, String> noteOfData, boolean isWithData, boolean isWithMeta) {
        this.noteOfData = noteOfData;
        this.isWithData = isWithData;
        this.isWithMeta = isWithMeta;
    }

    /** Writes structured content; the notes of content blocks replace their data. */
    static Fragment structured(@Nullable Object value, Map<String, String> noteOfData, boolean isWithData) {
        return new JsonForModel(noteOfData, isWithData, true).write(value);
    }

    /** Writes a content block or contents of a resource, without {@code _meta} at any depth. */
    static Fragment block(Object block, Set<String> omitted, boolean isWithData) {
        Map<?, ?> members = CODEC.convert(block, LinkedHashMap.class);
        if (members == null) {
            return Fragment.text("");
        }
        members.keySet().removeAll(omitted);
        return new JsonForModel(Map.of(), isWithData, false).write(members);
    }

    private Fragment write(@Nullable Object value) {
        String json = CODEC.toJson(replaced(value));
        return new Fragment(json, List.copyOf(this.notes));
    }

    private @Nullable Object replaced(@Nullable Object value) {
        if (value instanceof String text && !this.isWithData) {
            String note = this.noteOfData.get(text);
            note = (note != null) ? note : MediaNotes.ofDataUrl(text);
            return (note != null) ? noted(note) : text;
        }
        if (value instanceof List<?> list) {
            List<@Nullable Object> items = new ArrayList<>(list.size());
            list.forEach(item -> items.add(replaced(item)));
            return items;
        }
        return (value instanceof Map<?, ?> object) ? replaced(object) : value;
    }

    private Map<Object, @Nullable Object> replaced(Map<?, ?> object) {
        String type = (object.get("type") instanceof String text) ? text : "";
        String dataMember = this.isWithData ? null : dataMember(object, type);
        Base64Data data = (dataMember != null) ? Base64Data.of(String.valueOf(object.get(dataMember))) : null;
        Map<Object, @Nullable Object> members = new LinkedHashMap<>();
        object.forEach((name, value) -> {
            if (data != null && name.equals(dataMember)) {
                String word = TYPES.contains(type) ? type : "file";
                members.put(name, noted(MediaNotes.note(mimeType(object), word, data, null)));
            } else if (!name.equals(META) || this.isWithMeta && data == null) {
                members.put(name, replaced(value));
            }
        });
        return members;
    }

    private static @Nullable String dataMember(Map<?, ?> object, String type) {
        boolean hasType = mimeType(object) != null;
        if (object.get(DATA) instanceof String && (TYPES.contains(type) || MediaNotes.isMedia(mimeType(object)))) {
            return DATA;
        }
        boolean hasUri = object.get("uri") instanceof String;
        boolean isBlob = object.get(BLOB) instanceof String blob
                && (hasType && hasUri || (hasType || hasUri) && blob.length() >= LONG_BLOB);
        return isBlob ? BLOB : null;
    }

    /** Providers of models write the name in their own ways. */
    private static @Nullable String mimeType(Map<?, ?> object) {
        for (String name : List.of("mimeType", "mime_type", "media_type")) {
            if (object.get(name) instanceof String type) {
                return type;
            }
        }
        return null;
    }

    /** Remembers the note as it is in the JSON text. */
    private String noted(String note) {
        String json = CODEC.toJson(note);
        this.notes.add(json.substring(1, json.length() - 1));
        return note;
    }
}
