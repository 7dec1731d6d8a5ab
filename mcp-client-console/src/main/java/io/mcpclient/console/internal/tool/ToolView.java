package io.mcpclient.console.internal.tool;

import java.util.List;

import com.fasterxml.jackson.annotation.JsonRawValue;
import org.jspecify.annotations.Nullable;

import io.mcpclient.console.internal.json.ConsoleJson;
import io.mcpclient.registry.McpModelTool;
import io.mcpclient.registry.McpRegisteredTool;
import io.mcpclient.registry.McpToolUsage;
import io.mcpclient.schema.ToolAnnotations;
import io.mcpclient.support.store.Digest;

/**
 * A tool in the list. Texts are untrusted texts of the server.
 *
 * @param name name in the registry, which a model sees
 * @param server configured name of the server
 * @param original name at the server
 * @param title name for display, or {@code null}
 * @param description what the tool does, or {@code null}
 * @param available whether the server is connected
 * @param origin where the definition comes from
 * @param hints what the server says about its effects, or {@code null}
 * @param tokens estimated size of the definition for a model; 0 if it is not for models
 * @param change summary of a change since the definition was approved, or {@code null}
 * @param unseen whether the definition differs from the one that the user saw last
 * @param fingerprint digest of the definition
 */
record ToolView(
        String name,
        String server,
        String original,
        @Nullable String title,
        @Nullable String description,
        boolean available,
        String origin,
        @Nullable Hints hints,
        long tokens,
        @Nullable String change,
        boolean unseen,
        String fingerprint) {

    /** Hints about effects; {@code null} if the server does not say. */
    record Hints(
            @Nullable Boolean readOnly,
            @Nullable Boolean destructive,
            @Nullable Boolean idempotent,
            @Nullable Boolean openWorld) {

        static @Nullable Hints of(@Nullable ToolAnnotations annotations) {
            return (annotations != null)
                    ? new Hints(
                            annotations.readOnlyHint(),
                            annotations.destructiveHint(),
                            annotations.idempotentHint(),
                            annotations.openWorldHint())
                    : null;
        }
    }

    static ToolView of(McpRegisteredTool tool, long tokens, @Nullable String change, boolean unseen, ConsoleJson json) {
        String title = tool.override().title();
        return new ToolView(
                tool.name(),
                tool.server(),
                tool.tool().name(),
                (title != null) ? title : tool.tool().title(),
                tool.description(),
                tool.available(),
                tool.origin().name(),
                Hints.of(tool.tool().annotations()),
                tokens,
                change,
                unseen,
                Detail.fingerprint(tool, json));
    }

    /**
     * A tool with its definitions.
     *
     * @param tool the tool
     * @param confirm whether its call needs a confirmation: it may change or delete something
     * @param task whether the server may run it as a task
     * @param fingerprint digest of the definition
     * @param differences differences from the definition that the user saw last
     * @param definition definition as the server sends it, JSON
     * @param modelDescription description that a model gets, or {@code null}
     * @param modelSchema input schema that a model gets, JSON
     * @param sentTokens estimated size of the input schema as sent
     * @param modelTokens estimated size of the input schema that a model gets
     */
    record Detail(
            ToolView tool,
            boolean confirm,
            boolean task,
            String fingerprint,
            List<Difference> differences,
            @JsonRawValue @Nullable String definition,
            @Nullable String modelDescription,
            @JsonRawValue String modelSchema,
            long sentTokens,
            long modelTokens) {

        static Detail of(
                ToolView view,
                McpRegisteredTool tool,
                McpModelTool model,
                boolean task,
                List<Difference> differences,
                ConsoleJson json) {
            ToolAnnotations annotations = tool.tool().annotations();
            String sent = tool.tool().inputSchema().text();
            String schema = model.inputSchema().text();
            return new Detail(
                    view,
                    annotations == null || (!annotations.isReadOnly() && annotations.isDestructive()),
                    task,
                    view.fingerprint(),
                    differences,
                    json.ofProtocol(tool.tool()),
                    model.description(),
                    schema,
                    McpToolUsage.tokens(sent.length()),
                    McpToolUsage.tokens(schema.length()));
        }

        static String fingerprint(McpRegisteredTool tool, ConsoleJson json) {
            return Digest.of(List.of(String.valueOf(json.ofProtocol(tool.tool()))));
        }
    }
}
