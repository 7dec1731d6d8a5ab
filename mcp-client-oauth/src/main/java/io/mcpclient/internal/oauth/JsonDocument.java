package io.mcpclient.internal.oauth;

import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.nimbusds.jose.util.JSONObjectUtils;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object sent by an authorization server or a protected server. Unused members may be anything; a used one has the
 * expected type, or causes an error with its name, never with its value. Immutable.
 *
 * <table>
 * <caption>Values that are read although the type is another one</caption>
 * <tr><th>expected</th><th>value</th><th>read as</th></tr>
 * <tr><td>anything</td><td>null, a blank string, an empty list</td><td>absent</td></tr>
 * <tr><td>a list of which a request depends on no single member (words)</td><td>a string</td><td>its words</td></tr>
 * <tr><td>likewise</td><td>elements that are not strings, or blank</td><td>without them</td></tr>
 * <tr><td>likewise</td><td>any other value</td><td>absent</td></tr>
 * <tr><td>a boolean</td><td>"true", "false" in any case</td><td>the boolean</td></tr>
 * <tr><td>a number</td><td>a string of digits</td><td>the number</td></tr>
 * <tr><td>a number</td><td>any other value</td><td>0</td></tr>
 * <tr><td>an identifier</td><td>an integer</td><td>its digits</td></tr>
 * <tr><td>a name for display</td><td>any other value</td><td>absent</td></tr>
 * </table>
 *
 * @see "fault H29 (nested documents); SEC-07"
 */
final class JsonDocument {

    private static final Pattern FLAG = Pattern.compile("true|false", Pattern.CASE_INSENSITIVE);

    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,18}");

    private final Map<String, Object> members;

    private JsonDocument(Map<String, Object> members) {
        this.members = members;
    }

    /** An invalid document. The message gives the reason, and contains no part of the document except names of members. */
    static final class MalformedException extends RuntimeException {

        private final @Nullable String remedy;

        MalformedException(String problem) {
            this(problem, null);
        }

        /** @param remedy what to configure, or {@code null} */
        MalformedException(String problem, @Nullable String remedy) {
            super(problem);
            this.remedy = remedy;
        }

        @Nullable
        String remedy() {
            return this.remedy;
        }
    }

    /**
     * Reads an object. The nesting depth is limited.
     * @param body JSON in UTF-8
     * @return the document
     * @throws MalformedException if it is anything else, or has a duplicate member
     */
    static JsonDocument parse(byte[] body) {
        return parse(new String(body, StandardCharsets.UTF_8));
    }

    /**
     * Reads an object. The nesting depth is limited.
     * @param text JSON
     * @return the document
     * @throws MalformedException if it is anything else, or has a duplicate member
     */
    static JsonDocument parse(String text) {
        try {
            // The parser also accepts a list of pairs as an object.
            if (text.stripLeading().startsWith("{")) {
                return new JsonDocument(JSONObjectUtils.parse(text));
            }
        } catch (ParseException ex) {
            // the parser's message may quote the document
        }
        throw new MalformedException("is not a JSON object");
    }

    /**
     * Returns a document of members that were read before.
     * @param members the members
     * @return the document
     */
    static JsonDocument of(Map<String, Object> members) {
        return new JsonDocument(members);
    }

    /**
     * Returns this document with additional members.
     * @param other supplies the members that this document lacks
     * @return both together
     */
    JsonDocument withMissing(JsonDocument other) {
        Map<String, Object> both = new HashMap<>(other.members);
        this.members.forEach((name, value) -> {
            if (!isAbsent(value)) {
                both.put(name, value);
            }
        });
        return new JsonDocument(both);
    }

    /** The value of a member, {@code null} if it counts as absent. */
    private @Nullable Object member(String name) {
        Object value = this.members.get(name);
        return isAbsent(value) ? null : value;
    }

    private static boolean isAbsent(@Nullable Object value) {
        return value == null
                || (value instanceof String text && text.isBlank())
                || (value instanceof List<?> list && list.isEmpty());
    }

    /**
     * Returns a string for display.
     * @param name name of the member
     * @return the string, not blank; or {@code null} if it is absent or anything else
     */
    @Nullable
    String label(String name) {
        return (member(name) instanceof String text) ? text : null;
    }

    /**
     * Returns a string.
     * @param name name of the member
     * @return the string, not blank; or {@code null} if it is absent
     */
    @Nullable
    String text(String name) {
        Object value = member(name);
        if (value == null) {
            return null;
        }
        if (value instanceof String text) {
            return text;
        }
        throw new MalformedException("has no string for " + name);
    }

    /**
     * Returns a string that is required.
     * @param name name of the member
     * @return the string, not blank
     */
    String requiredText(String name) {
        String text = text(name);
        if (text == null) {
            throw new MalformedException("has no " + name);
        }
        return text;
    }

    /**
     * Returns an identifier that is required.
     * @param name name of the member
     * @return the string, not blank; that of an integer
     */
    String requiredId(String name) {
        return (this.members.get(name) instanceof Long number) ? number.toString() : requiredText(name);
    }

    /**
     * Returns a list of strings that decide what is trusted.
     * @param name name of the member
     * @return the strings, or {@code null} if it is absent; an empty list is not
     */
    @Nullable
    List<String> texts(String name) {
        Object value = this.members.get(name);
        if (value == null || (value instanceof String text && text.isBlank())) {
            return null;
        }
        if (!(value instanceof List<?> list)) {
            throw new MalformedException("has no list of strings for " + name);
        }
        List<String> texts = new ArrayList<>(list.size());
        for (Object element : list) {
            if (element == null) {
                continue;
            }
            if (!(element instanceof String text)) {
                throw new MalformedException("has no list of strings for " + name);
            }
            texts.add(text);
        }
        return List.copyOf(texts);
    }

    /**
     * Returns a list of strings, as far as it can be read.
     * @param name name of the member
     * @param silent value if it is absent, or contains no string
     * @return the strings, none of them blank
     */
    List<String> words(String name, List<String> silent) {
        Object value = member(name);
        Stream<?> elements = (value instanceof List<?> list)
                ? list.stream()
                : Stream.ofNullable(value instanceof String text ? text : null)
                        .flatMap(text -> Stream.of(text.strip().split("\\s+")));
        List<String> words = elements.filter(String.class::isInstance)
                .map(String.class::cast)
                .filter(word -> !word.isBlank())
                .toList();
        return words.isEmpty() ? silent : words;
    }

    /**
     * Returns a boolean.
     * @param name name of the member
     * @return the value, {@code false} if it is absent
     */
    boolean flag(String name) {
        Object value = member(name);
        if (value == null) {
            return false;
        }
        if (value instanceof Boolean flag) {
            return flag;
        }
        if (value instanceof String text && FLAG.matcher(text.strip()).matches()) {
            return Boolean.parseBoolean(text.strip());
        }
        throw new MalformedException("has no boolean for " + name);
    }

    /**
     * Returns an integer.
     * @param name name of the member
     * @return the number, also if it is written as a string; {@code 0} if it is absent or not a number
     */
    long number(String name) {
        Object value = this.members.get(name);
        if (value instanceof Number number) {
            return number.longValue();
        }
        return (value instanceof String text && DIGITS.matcher(text).matches()) ? Long.parseLong(text) : 0;
    }

    /** Does not show the content: it may be secret. */
    @Override
    public String toString() {
        return "JsonDocument";
    }
}
