package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;

/**
 * Capabilities that a server declares. Absent members mean unsupported capabilities; the set is open.
 *
 * @param experimental non-standard, experimental capabilities by name
 * @param logging present if the server sends log messages; an object, but some servers send a boolean
 * @param completions present if completion is supported; not declared before 2025-03-26
 * @param prompts present if the server has prompts
 * @param resources present if the server has resources
 * @param tools present if the server has tools
 * @param tasks present if requests may be executed as tasks, only in 2025-11-25
 * @param extensions extension settings by identifier, since 2026-07-28
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/schema">
 *     MCP: Schema Reference, ServerCapabilities</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonAutoDetect(isGetterVisibility = JsonAutoDetect.Visibility.NONE)
public record ServerCapabilities(
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Object> experimental,
        @Nullable Object logging,
        @Nullable Object completions,
        @Nullable Prompts prompts,
        @Nullable Resources resources,
        @Nullable Tools tools,
        @Nullable Tasks tasks,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Object> extensions,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
    public ServerCapabilities {
        experimental = Require.members(experimental);
        extensions = Require.members(extensions);
        extra = Require.members(extra);
    }

    private static final ServerCapabilities NONE =
            new ServerCapabilities(Map.of(), null, null, null, null, null, null, Map.of(), Map.of());

    /** No capabilities. */
    public static ServerCapabilities none() {
        return NONE;
    }

    /** Whether logging is supported. */
    public boolean hasLogging() {
        return isOffered(this.logging);
    }

    /** Whether completion is declared; a server of 2024-11-05 may support it without declaring it. */
    public boolean hasCompletions() {
        return isOffered(this.completions);
    }

    /** Whether prompts are supported. */
    public boolean hasPrompts() {
        return this.prompts != null;
    }

    /** Whether resources are supported. */
    public boolean hasResources() {
        return this.resources != null;
    }

    /** Whether tools are supported. */
    public boolean hasTools() {
        return this.tools != null;
    }

    /** Whether subscriptions to single resources are supported. */
    public boolean hasResourceSubscriptions() {
        return this.resources != null && Boolean.TRUE.equals(this.resources.subscribe());
    }

    /** Whether the server sends notifications of tool list changes. */
    public boolean notifiesToolListChanged() {
        return this.tools != null && Boolean.TRUE.equals(this.tools.listChanged());
    }

    /** Whether the server sends notifications of prompt list changes. */
    public boolean notifiesPromptListChanged() {
        return this.prompts != null && Boolean.TRUE.equals(this.prompts.listChanged());
    }

    /** Whether the server sends notifications of resource list changes. */
    public boolean notifiesResourceListChanged() {
        return this.resources != null && Boolean.TRUE.equals(this.resources.listChanged());
    }

    /** Whether tools may be called as tasks of 2025-11-25. */
    public boolean hasTaskToolCalls() {
        return this.tasks != null
                && this.tasks.requests() != null
                && this.tasks.requests().get("tools") instanceof Map<?, ?> ofTools
                && isOffered(ofTools.get("call"));
    }

    /** Whether {@code tasks/list} of 2025-11-25 is supported. */
    public boolean hasTaskList() {
        return this.tasks != null && isOffered(this.tasks.list());
    }

    /** Whether {@code tasks/cancel} of 2025-11-25 is supported. */
    public boolean hasTaskCancel() {
        return this.tasks != null && isOffered(this.tasks.cancel());
    }

    /** Whether the extension is supported: its value is an object, {@code {}} without settings. */
    public boolean hasExtension(String identifier) {
        return this.extensions.get(identifier) instanceof Map<?, ?>;
    }

    private static boolean isOffered(@Nullable Object value) {
        return value != null && !Boolean.FALSE.equals(value);
    }

    /**
     * Capability: the server has prompts.
     *
     * @param listChanged whether the server sends notifications of list changes
     * @param extra unmodelled members, kept as received
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Prompts(
            @Nullable Boolean listChanged,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
        public Prompts {
            extra = Require.members(extra);
        }
    }
    /**
     * Capability: the server has resources.
     *
     * @param subscribe whether subscriptions to single resources are supported
     * @param listChanged whether the server sends notifications of list changes
     * @param extra unmodelled members, kept as received
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Resources(
            @Nullable Boolean subscribe,
            @Nullable Boolean listChanged,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
        public Resources {
            extra = Require.members(extra);
        }
    }
    /**
     * Capability: the server has tools.
     *
     * @param listChanged whether the server sends notifications of list changes
     * @param extra unmodelled members, kept as received
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Tools(
            @Nullable Boolean listChanged,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
        public Tools {
            extra = Require.members(extra);
        }
    }
    /**
     * Capability: the server executes requests as tasks, only in 2025-11-25.
     *
     * @param list present if {@code tasks/list} is supported
     * @param cancel present if {@code tasks/cancel} is supported
     * @param requests request types that support tasks, such as {@code {tools: {call: {}}}}
     * @param extra unmodelled members, kept as received
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Tasks(
            @Nullable Object list,
            @Nullable Object cancel,
            @Nullable Map<String, Object> requests,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
        public Tasks {
            extra = Require.members(extra);
        }
    }
}
