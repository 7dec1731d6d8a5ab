package io.mcpclient.discovery.internal;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import io.mcpclient.text.SafeText;

/**
 * The members of one JSON object of a document, with their place for messages such as {@code remotes[0].url is missing}. Members that
 * are {@code null} count as missing. Immutable.
 */
public final class Members {

    private final String place;

    private final Map<String, @Nullable Object> json;

    private Members(String place, Map<String, @Nullable Object> json) {
        this.place = place;
        this.json = json;
    }

    /** Returns the members of a document. */
    public static Members of(Map<String, @Nullable Object> json) {
        return new Members("", json);
    }

    /** Returns all members. */
    public Map<String, @Nullable Object> json() {
        return this.json;
    }

    /** Returns whether there is such a member. */
    public boolean has(String name) {
        return this.json.get(name) != null;
    }

    /** Returns a text. */
    public String text(String name) {
        String text = optionalText(name);
        if (text == null || text.isBlank()) {
            throw problem(name, "is missing");
        }
        return text;
    }

    /** Returns a text of a form. */
    public String text(String name, Pattern form, int maxLength) {
        String text = text(name);
        if (text.length() > maxLength) {
            throw problem(name, "is longer than " + maxLength + " characters");
        }
        if (!form.matcher(text).matches()) {
            throw problem(name, "is \"" + SafeText.excerpt(text) + "\", which is not of the form " + form.pattern());
        }
        return text;
    }

    /** Returns a text that may be missing. */
    public @Nullable String optionalText(String name) {
        Object value = this.json.get(name);
        if (value instanceof List<?> || value instanceof Map<?, ?>) {
            throw problem(name, "is not a string");
        }
        return (value != null) ? value.toString() : null;
    }

    /** Returns a flag. */
    public boolean flag(String name) {
        Object value = this.json.get(name);
        if (value != null && !(value instanceof Boolean)) {
            throw problem(name, "is not a boolean");
        }
        return Boolean.TRUE.equals(value);
    }

    /** Returns a list of texts. */
    public List<String> texts(String name) {
        List<String> texts = new ArrayList<>();
        for (Object item : list(name)) {
            if (item == null || item instanceof List<?> || item instanceof Map<?, ?>) {
                throw problem(name, "has an item that is not a string");
            }
            texts.add(item.toString());
        }
        return Collections.unmodifiableList(texts);
    }

    /** Returns an object that may be missing. */
    public @Nullable Members object(String name) {
        Object value = this.json.get(name);
        return (value != null) ? member(name, value) : null;
    }

    /** Returns a list of objects. */
    public List<Members> objects(String name) {
        List<Members> objects = new ArrayList<>();
        for (Object item : list(name)) {
            objects.add(member(name + "[" + objects.size() + "]", item));
        }
        return Collections.unmodifiableList(objects);
    }

    /** Returns an object whose members are objects. */
    public Map<String, Members> objectsByName(String name) {
        Map<String, Members> objects = new LinkedHashMap<>();
        Members outer = object(name);
        if (outer != null) {
            outer.json.forEach((key, value) -> objects.put(key, outer.member(key, value)));
        }
        return Collections.unmodifiableMap(objects);
    }

    private List<?> list(String name) {
        Object value = this.json.get(name);
        if (value == null) {
            return List.of();
        }
        if (!(value instanceof List<?> list)) {
            throw problem(name, "is not an array");
        }
        return list;
    }

    private Members member(String name, @Nullable Object value) {
        if (!(value instanceof Map<?, ?> map)) {
            throw problem(name, "is not an object");
        }
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        map.forEach((key, member) -> members.put(String.valueOf(key), member));
        return new Members(place(name), Collections.unmodifiableMap(members));
    }

    /** Creates the exception for a member. */
    public MalformedDocumentException problem(String name, String problem) {
        return new MalformedDocumentException("is malformed: " + SafeText.excerpt(place(name)) + " " + problem);
    }

    private String place(String name) {
        return this.place.isEmpty() ? name : this.place + "." + name;
    }
}
