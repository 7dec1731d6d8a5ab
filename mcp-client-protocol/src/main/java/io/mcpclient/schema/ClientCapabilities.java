package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;

/**
 * Capabilities that a client declares to servers. Absent members mean unsupported capabilities; the set is open.
 *
 * @param experimental non-standard, experimental capabilities by name
 * @param roots present if listing roots is supported
 * @param sampling present if sampling is supported
 * @param elicitation present if elicitation is supported, since 2025-06-18
 * @param tasks present if requests to the client may be executed as tasks, only in 2025-11-25
 * @param extensions extension settings by identifier, since 2026-07-28
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/schema">
 *     MCP: Schema Reference, ClientCapabilities</a>
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

    /** No capabilities; written as an empty object. */
    public static ClientCapabilities none() {
        return NONE;
    }

    /** Declares roots. {@code listChanged} promises a notification of changes; leave it false for 2026-07-28. */
    public ClientCapabilities withRoots(boolean listChanged) {
        return withRoots(new Roots(listChanged ? Boolean.TRUE : null, Map.of()));
    }

    /** Declares sampling; {@code tools} also accepts requests with tools (since 2025-11-25). */
    public ClientCapabilities withSampling(boolean tools) {
        return withSampling(new Sampling(null, tools ? Map.of() : null, Map.of()));
    }

    /** Declares elicitation with the empty object, which all revisions with elicitation read as form mode only. */
    public ClientCapabilities withFormElicitation() {
        return withElicitation(new Elicitation(null, null, Map.of()));
    }

    /**
     * Declares elicitation with the given modes (since 2025-11-25).
     *
     * @throws IllegalArgumentException if neither mode is given
     */
    public ClientCapabilities withElicitation(boolean form, boolean url) {
        if (!form && !url) {
            throw new IllegalArgumentException("elicitation capability has neither \"form\" nor \"url\"");
        }
        return withElicitation(new Elicitation(form ? Map.of() : null, url ? Map.of() : null, Map.of()));
    }

    /**
     * Declares an extension.
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
                this.experimental,
                this.roots,
                this.sampling,
                this.elicitation,
                this.tasks,
                Require.plus(this.extensions, identifier, settings),
                this.extra);
    }

    /** Declares a non-standard, experimental capability. */
    public ClientCapabilities withExperimental(String name, Map<String, Object> settings) {
        return new ClientCapabilities(
                Require.plus(this.experimental, name, settings),
                this.roots,
                this.sampling,
                this.elicitation,
                this.tasks,
                this.extensions,
                this.extra);
    }

    /** Whether form mode is supported; {@code elicitation: {}} means yes. */
    public boolean offersFormElicitation() {
        return this.elicitation != null && (this.elicitation.form() != null || this.elicitation.url() == null);
    }

    /** Whether URL mode is supported. */
    public boolean offersUrlElicitation() {
        return this.elicitation != null && this.elicitation.url() != null;
    }

    /** Whether sampling with tools is supported. */
    public boolean offersSamplingTools() {
        return this.sampling != null && this.sampling.tools() != null;
    }

    /** Whether the extension is supported. */
    public boolean offersExtension(String identifier) {
        return this.extensions.containsKey(identifier);
    }

    /**
     * Capability: the client supports {@code roots/list}.
     *
     * @param listChanged whether the client sends notifications of changes; only before 2026-07-28
     * @param extra unmodelled members, kept as received
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
     * Capability: the client supports {@code sampling/createMessage}.
     *
     * @param context present if context inclusion is supported
     * @param tools present if tools are supported
     * @param extra unmodelled members, kept as received
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
     * Capability: the client supports {@code elicitation/create}; without members, form mode only.
     *
     * @param form present if form mode is supported
     * @param url present if URL mode is supported
     * @param extra unmodelled members, kept as received
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
     * Capability: the client executes server requests as tasks, only in 2025-11-25.
     *
     * @param list present if {@code tasks/list} is supported
     * @param cancel present if {@code tasks/cancel} is supported
     * @param requests request types that support tasks, such as {@code {sampling: {createMessage: {}}}}
     * @param extra unmodelled members, kept as received
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
        return new ClientCapabilities(
                this.experimental, roots, this.sampling, this.elicitation, this.tasks, this.extensions, this.extra);
    }

    /** Returns a copy with this {@code sampling}. */
    public ClientCapabilities withSampling(Sampling sampling) {
        return new ClientCapabilities(
                this.experimental, this.roots, sampling, this.elicitation, this.tasks, this.extensions, this.extra);
    }

    /** Returns a copy with this {@code elicitation}. */
    public ClientCapabilities withElicitation(Elicitation elicitation) {
        return new ClientCapabilities(
                this.experimental, this.roots, this.sampling, elicitation, this.tasks, this.extensions, this.extra);
    }

    /** Returns a copy with this {@code tasks}. */
    public ClientCapabilities withTasks(Tasks tasks) {
        return new ClientCapabilities(
                this.experimental, this.roots, this.sampling, this.elicitation, tasks, this.extensions, this.extra);
    }
}
