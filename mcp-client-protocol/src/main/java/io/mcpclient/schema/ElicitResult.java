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

import io.mcpclient.internal.schema.Require;

/**
 * Result of {@code elicitation/create}: the action of the user and the submitted form data.
 *
 * @param action action of the user
 * @param content the filled-in form: strings, numbers, booleans and lists of strings; only with an accepted form
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation">
 *     MCP: Elicitation, Response Actions</a>
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
     * Creates the result for a submitted form.
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
     * Creates the result for a form accepted with its default values: for tests, and for consent given in advance. Do not
     * use it where a user can be asked: the response would be fabricated.
     *
     * @param form the requested form; fields without a default are omitted
     */
    public static ElicitResult acceptDefaults(ElicitFormParams form) {
        return accept(form.requestedSchema().defaults());
    }

    /** Creates the result for consent to visit the URL, which does not mean that the interaction is complete. */
    public static ElicitResult accept() {
        return new ElicitResult(ElicitAction.ACCEPT, null, null, Map.of());
    }

    /** Creates the result for an explicit refusal. */
    public static ElicitResult decline() {
        return new ElicitResult(ElicitAction.DECLINE, null, null, Map.of());
    }

    /** Creates the result for a dismissal without a choice. */
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
        return new ElicitResult(this.action, this.content, meta, this.extra);
    }
}
