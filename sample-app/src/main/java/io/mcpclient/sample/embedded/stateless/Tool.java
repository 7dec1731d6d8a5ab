package io.mcpclient.sample.embedded.stateless;

import java.util.Map;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * One tool.
 *
 * @param name its name
 * @param title its display name
 * @param description its description
 * @param hints its annotations
 * @param input schema of its arguments
 * @param output schema of its structured content, or {@code null} for none
 * @param handler its implementation, called with valid arguments
 */
record Tool(
        String name,
        String title,
        String description,
        Map<String, Object> hints,
        Schema input,
        @Nullable Schema output,
        Function<ToolCall, PendingResponse> handler) {

    static Map<String, Object> readOnly() {
        return Json.object("readOnlyHint", true, "openWorldHint", false);
    }

    static Map<String, Object> writes(boolean destructive, boolean idempotent) {
        return Json.object(
                "readOnlyHint",
                false,
                "destructiveHint",
                destructive,
                "idempotentHint",
                idempotent,
                "openWorldHint",
                false);
    }

    Map<String, Object> definition() {
        Map<String, Object> definition = Json.object(
                "name",
                this.name,
                "title",
                this.title,
                "description",
                this.description,
                "inputSchema",
                this.input.toMap());
        if (this.output != null) {
            definition.put("outputSchema", this.output.toMap());
        }
        definition.put("annotations", this.hints);
        return definition;
    }

    /** Calls the tool. Invalid arguments are a failure of the tool, not a protocol error, so that a model can correct them. */
    PendingResponse call(RpcRequest request) {
        ToolCall call = new ToolCall(request, request.object("arguments"));
        String objection = this.input.objection(call.arguments());
        return (objection == null) ? this.handler.apply(call) : new PendingResponse.Result(Results.failure(objection));
    }
}
