package io.mcpclient.autoconfigure.properties;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.JsonObject;

/** A JSON object in properties: nested keys, or the object as JSON text. Binding only. */
public final class JsonObjectProperty extends LinkedHashMap<String, Object> {

    private static final long serialVersionUID = 1L;

    private transient @Nullable String text;

    /**
     * Creates an object from text, for the conversion of Spring.
     * @param text JSON text, not checked
     * @return the object
     */
    public static JsonObjectProperty valueOf(String text) {
        JsonObjectProperty object = new JsonObjectProperty();
        object.text = text;
        return object;
    }

    /**
     * Returns whether the property is not set.
     * @return whether it has neither keys nor a text; an empty object is bound as an empty text
     */
    public boolean isAbsent() {
        return (this.text != null) ? this.text.isBlank() : isEmpty();
    }

    /**
     * Reads the object.
     * @param restore makes an object of nested keys, as bound
     * @return the object
     * @throws IllegalArgumentException if it is not a JSON object; the message is a predicate
     */
    public JsonObject read(UnaryOperator<Map<String, Object>> restore) {
        if (this.text != null) {
            return JsonObject.parse(this.text);
        }
        if (containsKey("0")) { // a list is bound as its elements by their indexes
            throw new IllegalArgumentException("is not a JSON object");
        }
        return JsonObject.of(restore.apply(this));
    }
}
