package io.mcpclient.schema;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * What the user did with an elicitation.
 *
 * @param action what the user did
 * @param content the filled-in form: strings, numbers, booleans and lists of strings; only with an accepted form
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra members not modelled here, kept as they came
 * @see "MCP 2026-07-28, client/elicitation, response actions (ELI-16, ELI-17)"
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonAutoDetect(isGetterVisibility = JsonAutoDetect.Visibility.NONE)
public record ElicitResult(
        ElicitAction action,
        @Nullable Map<String, Object> content,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra)
        implements InputResponse {
    public ElicitResult {
        Require.member(action, "elicit result", "action");
        extra = Require.members(extra);
    }

    /**
     * The user sent the form.
     *
     * @throws IllegalArgumentException if a value is not a string, number, boolean or list of strings
     */
    public static ElicitResult accept(Map<String, Object> content) {
        content.forEach((name, value) -> {
            if (!isAllowed(value)) {
                throw new IllegalArgumentException(
                        "elicit result has no string, number, boolean or list of strings in \"content\" for " + name);
            }
        });
        return new ElicitResult(
                ElicitAction.ACCEPT, Collections.unmodifiableMap(new LinkedHashMap<>(content)), null, Map.of());
    }

    /**
     * A form sent as it is, with the values that it begins with: for tests, and for agreements that were made beforehand.
     * Where a user could be asked this would be an answer made up (ELI-17).
     *
     * @param form what the server asked for; fields without a default are left out
     */
    public static ElicitResult acceptDefaults(ElicitFormParams form) {
        return accept(form.requestedSchema().defaults());
    }

    /** The user agreed to visit the address, which does not mean that the visit is over. */
    public static ElicitResult accept() {
        return new ElicitResult(ElicitAction.ACCEPT, null, null, Map.of());
    }

    /** The user said no. */
    public static ElicitResult decline() {
        return new ElicitResult(ElicitAction.DECLINE, null, null, Map.of());
    }

    /** The user gave no answer. */
    public static ElicitResult cancel() {
        return new ElicitResult(ElicitAction.CANCEL, null, null, Map.of());
    }

    private static boolean isAllowed(@Nullable Object value) {
        return value instanceof String
                || value instanceof Number
                || value instanceof Boolean
                || (value instanceof List<?> list && list.stream().allMatch(String.class::isInstance));
    }

    /** Returns a copy with this {@code meta}. */
    public ElicitResult withMeta(Map<String, Object> meta) {
        return new ElicitResult(action, content, meta, extra);
    }
}
