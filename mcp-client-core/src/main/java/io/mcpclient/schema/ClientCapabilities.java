package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * What a client offers to servers. Absent members are not offered; the set is open.
 *
 * @param experimental non-standard features by name
 * @param roots present if roots are served
 * @param sampling present if sampling is served
 * @param elicitation present if elicitation is served, from 2025-06-18
 * @param tasks present if requests to the client may be tasks, only in 2025-11-25
 * @param extensions settings of extensions by identifier, from 2026-07-28
 * @param extra members not modelled here, kept as they came
 * @see "MCP 2026-07-28, schema, ClientCapabilities (CAP-01 to CAP-05, CAP-10)"
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ClientCapabilities(
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Object> experimental,
        @Nullable Roots roots,
        @Nullable Sampling sampling,
        @Nullable Elicitation elicitation,
        @Nullable Tasks tasks,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Object> extensions,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
    public ClientCapabilities {
        experimental = Require.members(experimental);
        extensions = Require.members(extensions);
        extra = Require.members(extra);
    }

    private static final ClientCapabilities NONE =
            new ClientCapabilities(Map.of(), null, null, null, null, Map.of(), Map.of());

    /** Nothing offered; written as an empty object. */
    public static ClientCapabilities none() {
        return NONE;
    }

    /** Offers roots. {@code listChanged} promises a notification of changes; leave it false for 2026-07-28. */
    public ClientCapabilities withRoots(boolean listChanged) {
        return withRoots(new Roots(listChanged ? Boolean.TRUE : null, Map.of()));
    }

    /** Offers sampling; {@code tools} also accepts requests that bring tools (from 2025-11-25). */
    public ClientCapabilities withSampling(boolean tools) {
        return withSampling(new Sampling(null, tools ? Map.of() : null, Map.of()));
    }

    /** Offers elicitation with the empty object, which all revisions that have it read as forms only. */
    public ClientCapabilities withFormElicitation() {
        return withElicitation(new Elicitation(null, null, Map.of()));
    }

    /**
     * Offers elicitation by the modes named (from 2025-11-25).
     *
     * @throws IllegalArgumentException if neither is offered
     */
    public ClientCapabilities withElicitation(boolean form, boolean url) {
        if (!form && !url) {
            throw new IllegalArgumentException("elicitation capability has neither \"form\" nor \"url\"");
        }
        return withElicitation(new Elicitation(form ? Map.of() : null, url ? Map.of() : null, Map.of()));
    }

    /**
     * Offers an extension.
     *
     * @param identifier name with a prefix, such as {@code com.example/thing}
     * @param settings the extension's settings, empty for none
     * @throws IllegalArgumentException if the identifier is malformed or has no prefix
     */
    public ClientCapabilities withExtension(String identifier, Map<String, Object> settings) {
        if (!McpMetaKeys.isValid(identifier) || identifier.indexOf('/') < 0) {
            throw new IllegalArgumentException(
                    "client capabilities have a malformed identifier in \"extensions\": " + identifier);
        }
        return new ClientCapabilities(
                experimental,
                roots,
                sampling,
                elicitation,
                tasks,
                Require.plus(extensions, identifier, settings),
                extra);
    }

    /** Offers a non-standard feature. */
    public ClientCapabilities withExperimental(String name, Map<String, Object> settings) {
        return new ClientCapabilities(
                Require.plus(experimental, name, settings), roots, sampling, elicitation, tasks, extensions, extra);
    }

    /** Whether forms are offered; {@code elicitation: {}} means they are. */
    public boolean offersFormElicitation() {
        return elicitation != null && (elicitation.form() != null || elicitation.url() == null);
    }

    /** Whether URL elicitation is offered. */
    public boolean offersUrlElicitation() {
        return elicitation != null && elicitation.url() != null;
    }

    /** Whether sampling with tools is offered. */
    public boolean offersSamplingTools() {
        return sampling != null && sampling.tools() != null;
    }

    /** Whether the extension is offered. */
    public boolean offersExtension(String identifier) {
        return extensions.containsKey(identifier);
    }

    /**
     * The client serves {@code roots/list}.
     *
     * @param listChanged whether it tells changes; only before 2026-07-28
     * @param extra members not modelled here, kept as they came
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Roots(
            @Nullable Boolean listChanged,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
        public Roots {
            extra = Require.members(extra);
        }
    }
    /**
     * The client serves {@code sampling/createMessage}.
     *
     * @param context present if context inclusion is supported
     * @param tools present if tools are supported
     * @param extra members not modelled here, kept as they came
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Sampling(
            @Nullable Map<String, Object> context,
            @Nullable Map<String, Object> tools,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
        public Sampling {
            extra = Require.members(extra);
        }
    }
    /**
     * The client serves {@code elicitation/create}; neither member means forms only.
     *
     * @param form present if forms are supported
     * @param url present if URLs are supported
     * @param extra members not modelled here, kept as they came
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Elicitation(
            @Nullable Map<String, Object> form,
            @Nullable Map<String, Object> url,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
        public Elicitation {
            extra = Require.members(extra);
        }
    }
    /**
     * The client runs server requests as tasks, only in 2025-11-25.
     *
     * @param list present if {@code tasks/list} is served
     * @param cancel present if {@code tasks/cancel} is served
     * @param requests request types that may be tasks, such as {@code {sampling: {createMessage: {}}}}
     * @param extra members not modelled here, kept as they came
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Tasks(
            @Nullable Map<String, Object> list,
            @Nullable Map<String, Object> cancel,
            @Nullable Map<String, Object> requests,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
        public Tasks {
            extra = Require.members(extra);
        }
    }

    /** Returns a copy with this {@code roots}. */
    public ClientCapabilities withRoots(Roots roots) {
        return new ClientCapabilities(experimental, roots, sampling, elicitation, tasks, extensions, extra);
    }

    /** Returns a copy with this {@code sampling}. */
    public ClientCapabilities withSampling(Sampling sampling) {
        return new ClientCapabilities(experimental, roots, sampling, elicitation, tasks, extensions, extra);
    }

    /** Returns a copy with this {@code elicitation}. */
    public ClientCapabilities withElicitation(Elicitation elicitation) {
        return new ClientCapabilities(experimental, roots, sampling, elicitation, tasks, extensions, extra);
    }

    /** Returns a copy with this {@code tasks}. */
    public ClientCapabilities withTasks(Tasks tasks) {
        return new ClientCapabilities(experimental, roots, sampling, elicitation, tasks, extensions, extra);
    }
}
