package io.mcpclient.schema;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * A tool that a server offers, or that a sampling request brings along. Arguments are not held against its schema before
 * they are sent: the server does that (TOOL-26).
 *
 * @param name programmatic name
 * @param title name for display, from 2025-06-18
 * @param description what the tool does; untrusted text
 * @param inputSchema JSON Schema of the arguments, verbatim and in the server's order
 * @param outputSchema JSON Schema of the structured content, verbatim, from 2025-06-18
 * @param annotations claims about behaviour, from 2025-03-26
 * @param execution how it may be executed, only in 2025-11-25
 * @param icons icons, from 2025-11-25
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra members not modelled here, kept as they came
 * @see "MCP 2026-07-28, server/tools (TOOL-18, ICON-01)"
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Tool(
        String name,
        @Nullable String title,
        @Nullable String description,
        Map<String, Object> inputSchema,
        @Nullable Map<String, Object> outputSchema,
        @Nullable ToolAnnotations annotations,
        @Nullable ToolExecution execution,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Icon> icons,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
    public Tool {
        Require.member(name, "tool", "name");
        Require.member(inputSchema, "tool", "inputSchema");
        icons = Require.list(icons);
        extra = Require.members(extra);
    }

    /** The name to show: the title, else the title of the annotations, else the name. */
    public String displayName() {
        if (title != null) {
            return title;
        }
        return annotations != null && annotations.title() != null ? annotations.title() : name;
    }

    /** Whether and how the tool may be called as a task; what the server declares as a whole comes first. */
    public TaskSupport taskSupport() {
        return execution != null && execution.taskSupport() != null ? execution.taskSupport() : TaskSupport.FORBIDDEN;
    }
}
