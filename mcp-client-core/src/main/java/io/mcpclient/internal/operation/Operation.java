package io.mcpclient.internal.operation;

import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.CompleteParams;
import io.mcpclient.schema.CompleteResult;
import io.mcpclient.schema.EmptyResult;
import io.mcpclient.schema.GetPromptParams;
import io.mcpclient.schema.GetPromptResult;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.McpRequestParams;
import io.mcpclient.schema.ReadResourceParams;
import io.mcpclient.schema.ReadResourceResult;
import io.mcpclient.support.schema.SetLevelParams;
import io.mcpclient.support.schema.SubscribeParams;
import io.mcpclient.support.schema.UnsubscribeParams;

/**
 * One request of the protocol, as data: its method, which also names it in errors, and the types of its parameters and of its
 * result. This class lists the requests of the API, apart from those of tasks, which depend on the era; {@link ListOperation} lists
 * the lists.
 *
 * <p>Stages decide by the method, not by the operation, because applications may send the same request by its method. What may be
 * repeated is therefore a table in {@link io.mcpclient.internal.pipeline.Idempotency}.
 *
 * @param method protocol method
 * @param resultType type of the result
 * @param <P> type of the parameters
 * @param <R> type of the result
 */
public record Operation<P extends McpRequestParams, R>(String method, Class<R> resultType) {

    /** Ping; no parameters. */
    public static final Operation<McpRequestParams, EmptyResult> PING =
            new Operation<>(McpMethods.PING, EmptyResult.class);

    /** Call of a tool. */
    public static final Operation<CallToolParams, CallToolResult> CALL_TOOL =
            new Operation<>(McpMethods.TOOLS_CALL, CallToolResult.class);

    /** Contents of a resource, possibly several, possibly with other URIs (RES-02). Never opened locally (RES-06). */
    public static final Operation<ReadResourceParams, ReadResourceResult> READ_RESOURCE =
            new Operation<>(McpMethods.RESOURCES_READ, ReadResourceResult.class);

    /** Subscription to changes of a resource. */
    public static final Operation<SubscribeParams, EmptyResult> SUBSCRIBE_RESOURCE =
            new Operation<>(McpMethods.RESOURCES_SUBSCRIBE, EmptyResult.class);

    /** End of such a subscription. */
    public static final Operation<UnsubscribeParams, EmptyResult> UNSUBSCRIBE_RESOURCE =
            new Operation<>(McpMethods.RESOURCES_UNSUBSCRIBE, EmptyResult.class);

    /** Messages of a prompt. */
    public static final Operation<GetPromptParams, GetPromptResult> GET_PROMPT =
            new Operation<>(McpMethods.PROMPTS_GET, GetPromptResult.class);

    /** Completions for an argument of a prompt or of a resource template (CMP-01 to CMP-03). */
    public static final Operation<CompleteParams, CompleteResult> COMPLETE =
            new Operation<>(McpMethods.COMPLETION_COMPLETE, CompleteResult.class);

    /**
     * Least severe level of log messages (LOG-01). If the server does not support the request, the connection keeps the level.
     */
    public static final Operation<SetLevelParams, EmptyResult> SET_LOGGING_LEVEL =
            new Operation<>(McpMethods.LOGGING_SET_LEVEL, EmptyResult.class);
}
