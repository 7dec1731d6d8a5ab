package io.mcpclient.discovery.internal;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * A URL with {@code {variables}}. A value changes nothing outside of its braces: it is part of a host name, a port, a path segment or a
 * parameter, and a template that begins with a variable gets a scheme and a host with it.
 *
 * @see "CRD-19, CRD-A7"
 */
public final class UrlTemplate {

    private static final Pattern FORM = Pattern.compile("(https?://\\S+|\\{[a-zA-Z_][a-zA-Z0-9_]*}\\S*)");

    private static final Pattern VARIABLE = Pattern.compile("\\{([^{}]*)}");

    private static final int MAX_LENGTH = 2048;

    /** Where a variable is. */
    public enum Part {

        /** At the beginning: the value is scheme and host, with an optional port and path. */
        BEGINNING(Pattern.compile("https?://[A-Za-z0-9.\\-\\[\\]:]+(?:/[A-Za-z0-9._~/-]*)?")),

        /** In the host. */
        HOST(Pattern.compile("[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?")),

        /** After the colon of the host. */
        PORT(Pattern.compile("[0-9]{1,5}")),

        /** In a segment of the path, or in the query: percent-encoded. */
        REST(Pattern.compile("(?s).*"));

        private final Pattern allowed;

        Part(Pattern allowed) {
            this.allowed = allowed;
        }
    }

    private final String text;

    private final Map<String, Part> variables = new LinkedHashMap<>();

    private final int authorityEnd;

    /** Parses a template. */
    public UrlTemplate(String text) {
        if (text.length() > MAX_LENGTH || !FORM.matcher(text).matches()) {
            throw new MalformedDocumentException(
                    "has a url that is not an http or https URL of at most " + MAX_LENGTH + " characters");
        }
        this.text = text;
        this.authorityEnd = authorityEnd(text);
        Matcher variable = VARIABLE.matcher(text);
        while (variable.find()) {
            Part part = part(variable.start());
            // a value in two places has to be harmless in both
            this.variables.merge(variable.group(1), part, (one, other) -> one.compareTo(other) <= 0 ? one : other);
        }
    }

    /** Index of the slash, question mark or number sign that ends scheme and host, none of which is in braces. */
    private static int authorityEnd(String text) {
        boolean isInside = false;
        int begin = text.startsWith("{") ? 0 : text.indexOf("://") + 3;
        for (int i = begin; i < text.length(); i++) {
            char c = text.charAt(i);
            isInside = (c == '{') || isInside && c != '}';
            if (!isInside && (c == '/' || c == '?' || c == '#')) {
                return i;
            }
        }
        return text.length();
    }

    private Part part(int index) {
        if (index == 0) {
            return Part.BEGINNING;
        }
        if (index >= this.authorityEnd) {
            return Part.REST;
        }
        return (this.text.charAt(index - 1) == ':') ? Part.PORT : Part.HOST;
    }

    /** Returns the variables. */
    public Set<String> variables() {
        return new LinkedHashSet<>(this.variables.keySet());
    }

    /** Returns scheme, host and port if no variable changes them. */
    public @Nullable String fixedOrigin() {
        String origin = this.text.substring(0, this.authorityEnd);
        return (origin.indexOf('{') < 0) ? origin : null;
    }

    /** Returns what is wrong with a value. */
    public @Nullable String problem(String name, String value) {
        Part part = this.variables.getOrDefault(name, Part.REST);
        if (part == Part.REST) {
            boolean isStep = value.equals(".") || value.equals("..");
            return isStep ? "is a step in a path" : null;
        }
        return part.allowed.matcher(value).matches()
                ? null
                : "has characters that are not allowed in the " + part.name().toLowerCase(Locale.ROOT) + " of a URL";
    }

    /** Fills in the variables. */
    public String filled(Function<String, @Nullable String> values) {
        StringBuilder url = new StringBuilder();
        Matcher variable = VARIABLE.matcher(this.text);
        int copied = 0;
        while (variable.find()) {
            String value = values.apply(variable.group(1));
            url.append(this.text, copied, variable.start());
            if (value == null) {
                url.append(variable.group());
            } else {
                url.append(part(variable.start()) == Part.REST ? encoded(value) : value);
            }
            copied = variable.end();
        }
        return url.append(this.text, copied, this.text.length()).toString();
    }

    /** Returns a text percent-encoded, as it is in a path or a query. */
    public static String encoded(String value) {
        StringBuilder text = new StringBuilder();
        for (byte b : value.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            if (c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || "-._~".indexOf(c) >= 0) {
                text.append(c);
            } else {
                text.append(String.format("%%%02X", b & 0xff));
            }
        }
        return text.toString();
    }

    /** Returns the braces of a text filled in, without any encoding. */
    public static String replaced(String text, Function<String, @Nullable String> values) {
        return VARIABLE.matcher(text).replaceAll(found -> {
            String value = values.apply(found.group(1));
            return Matcher.quoteReplacement((value != null) ? value : found.group());
        });
    }

    @Override
    public String toString() {
        return this.text;
    }
}
