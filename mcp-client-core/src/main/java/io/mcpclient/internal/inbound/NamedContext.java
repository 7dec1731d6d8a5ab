package io.mcpclient.internal.inbound;

import org.jspecify.annotations.Nullable;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.handler.McpRequestContext;

/**
 * Handler context with the principal, where principals are distinguished.
 *
 * @param context the context without the principal
 * @param principal principal on whose behalf the server is called
 */
record NamedContext(McpRequestContext context, McpPrincipal principal) implements McpRequestContext {

    @Override
    public String serverName() {
        return this.context.serverName();
    }

    @Override
    public @Nullable String relatedTask() {
        return this.context.relatedTask();
    }

    @Override
    public void reportProgress(double progress, @Nullable Double total, @Nullable String message) {
        this.context.reportProgress(progress, total, message);
    }
}
