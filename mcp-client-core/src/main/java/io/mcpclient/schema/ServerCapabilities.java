package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * What a server offers. Absent members are not offered; the set is open.
 *
 * @param experimental non-standard features by name
 * @param logging present if log messages are sent; an object, but some servers send a boolean
 * @param completions present if completion is served; not declared before 2025-03-26
 * @param prompts present if prompts are offered
 * @param resources present if resources are offered
 * @param tools present if tools are offered
 * @param tasks present if requests may be tasks, only in 2025-11-25
 * @param extensions settings of extensions by identifier, from 2026-07-28
 * @param extra members not modelled here, kept as they came
 * @see "MCP 2026-07-28, schema, ServerCapabilities (CAP-07, CAP-13, CAP-14)"
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

    /** Nothing offered. */
    public static ServerCapabilities none() {
        return NONE;
    }

    /** Whether log messages are offered. */
    public boolean hasLogging() {
        return isOffered(logging);
    }

    /** Whether completion is declared; a server of 2024-11-05 may serve it without saying so. */
    public boolean hasCompletions() {
        return isOffered(completions);
    }

    /** Whether prompts are offered. */
    public boolean hasPrompts() {
        return prompts != null;
    }

    /** Whether resources are offered. */
    public boolean hasResources() {
        return resources != null;
    }

    /** Whether tools are offered. */
    public boolean hasTools() {
        return tools != null;
    }

    /** Whether single resources can be watched. */
    public boolean hasResourceSubscriptions() {
        return resources != null && Boolean.TRUE.equals(resources.subscribe());
    }

    /** Whether changes of the tool list are told. */
    public boolean tellsToolChanges() {
        return tools != null && Boolean.TRUE.equals(tools.listChanged());
    }

    /** Whether changes of the prompt list are told. */
    public boolean tellsPromptChanges() {
        return prompts != null && Boolean.TRUE.equals(prompts.listChanged());
    }

    /** Whether changes of the resource list are told. */
    public boolean tellsResourceChanges() {
        return resources != null && Boolean.TRUE.equals(resources.listChanged());
    }

    /** Whether tools may be called as tasks of 2025-11-25. */
    public boolean hasTaskToolCalls() {
        return tasks != null
                && tasks.requests() != null
                && tasks.requests().get("tools") instanceof Map<?, ?> tools
                && isOffered(tools.get("call"));
    }

    /** Whether {@code tasks/list} of 2025-11-25 is served. */
    public boolean hasTaskList() {
        return tasks != null && isOffered(tasks.list());
    }

    /** Whether {@code tasks/cancel} of 2025-11-25 is served. */
    public boolean hasTaskCancel() {
        return tasks != null && isOffered(tasks.cancel());
    }

    /** Whether the extension is offered. */
    public boolean hasExtension(String identifier) {
        return extensions.containsKey(identifier);
    }

    private static boolean isOffered(@Nullable Object value) {
        return value != null && !Boolean.FALSE.equals(value);
    }

    /**
     * The server offers prompts.
     *
     * @param listChanged whether it tells changes of the list
     * @param extra members not modelled here, kept as they came
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
     * The server offers resources.
     *
     * @param subscribe whether single resources can be watched
     * @param listChanged whether it tells changes of the list
     * @param extra members not modelled here, kept as they came
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
     * The server offers tools.
     *
     * @param listChanged whether it tells changes of the list
     * @param extra members not modelled here, kept as they came
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
     * The server runs requests as tasks, only in 2025-11-25.
     *
     * @param list present if {@code tasks/list} is served
     * @param cancel present if {@code tasks/cancel} is served
     * @param requests request types that may be tasks, such as {@code {tools: {call: {}}}}
     * @param extra members not modelled here, kept as they came
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
