package io.mcpclient.sample.chat;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.mcpclient.handler.McpProgress;
import io.mcpclient.schema.ContentBlock;

/** Receives the steps of one response of the model, on the threads that execute them. */
public interface ChatSteps {

    /**
     * The model calls a tool.
     *
     * @param call number of the call within the response
     * @param server configured name of the server
     * @param tool name of the tool in the registry
     * @param title title of the tool, untrusted
     * @param arguments arguments as the model wrote them, a JSON object
     */
    record ToolCall(int call, String server, String tool, String title, String arguments) {}

    /**
     * A tool has reported progress.
     *
     * @param call number of the call
     * @param progress progress so far
     * @param total value of the progress at the end, {@code null} if unknown
     * @param message message of the server, untrusted, or {@code null}
     */
    record Progress(
            int call,
            double progress,
            @Nullable Double total,
            @Nullable String message) {

        static Progress of(int call, McpProgress progress) {
            return new Progress(call, progress.progress(), progress.total(), progress.message());
        }
    }

    /**
     * A call has ended.
     *
     * @param call number of the call
     * @param failed whether the model reads that the call failed
     * @param result the text that the model reads
     * @param content contents as in the protocol, empty if there is no result
     * @param structured structured content, or {@code null}
     */
    record ToolResult(
            int call,
            boolean failed,
            String result,
            List<ContentBlock> content,
            @Nullable Object structured) {}

    void onToolCall(ToolCall call);

    void onProgress(Progress progress);

    void onToolResult(ToolResult result);
}
