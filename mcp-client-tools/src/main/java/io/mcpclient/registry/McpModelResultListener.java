package io.mcpclient.registry;

import io.mcpclient.model.McpModelResult;

/** Receives what models read of calls of tools of servers, for example to count it. */
@FunctionalInterface
public interface McpModelResultListener {

    /**
     * Called after each call that a model makes, before the model reads the result.
     * @param tool the called tool, with its server
     * @param result what the model reads; must not be changed or retained for long, since it may be large
     */
    void onResult(McpModelTool tool, McpModelResult result);
}
