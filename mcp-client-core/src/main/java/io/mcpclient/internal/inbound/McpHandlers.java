package io.mcpclient.internal.inbound;

import org.jspecify.annotations.Nullable;

import io.mcpclient.handler.ReactiveMcpElicitationHandler;
import io.mcpclient.handler.ReactiveMcpRootsProvider;
import io.mcpclient.handler.ReactiveMcpSamplingHandler;
import io.mcpclient.handler.ReactiveMcpUrlElicitationHandler;

/**
 * Handlers of the server requests that the protocol defines. A capability without a handler is not declared. Immutable.
 *
 * @param sampling handles {@code sampling/createMessage}, or {@code null}
 * @param elicitation handles {@code elicitation/create} with a form, or {@code null}
 * @param urlElicitation handles {@code elicitation/create} with a URL, or {@code null}
 * @param roots handles {@code roots/list}, or {@code null}
 */
public record McpHandlers(
        @Nullable ReactiveMcpSamplingHandler sampling,
        @Nullable ReactiveMcpElicitationHandler elicitation,
        @Nullable ReactiveMcpUrlElicitationHandler urlElicitation,
        @Nullable ReactiveMcpRootsProvider roots) {

    private static final McpHandlers NONE = new McpHandlers(null, null, null, null);

    /** Returns an instance without handlers. */
    public static McpHandlers none() {
        return NONE;
    }

    /** Returns whether there are no handlers. */
    public boolean isEmpty() {
        return equals(NONE);
    }

    /** Returns a copy with this {@code sampling}. */
    public McpHandlers withSampling(@Nullable ReactiveMcpSamplingHandler sampling) {
        return new McpHandlers(sampling, this.elicitation, this.urlElicitation, this.roots);
    }

    /** Returns a copy with this {@code elicitation}. */
    public McpHandlers withElicitation(@Nullable ReactiveMcpElicitationHandler elicitation) {
        return new McpHandlers(this.sampling, elicitation, this.urlElicitation, this.roots);
    }

    /** Returns a copy with this {@code urlElicitation}. */
    public McpHandlers withUrlElicitation(@Nullable ReactiveMcpUrlElicitationHandler urlElicitation) {
        return new McpHandlers(this.sampling, this.elicitation, urlElicitation, this.roots);
    }

    /** Returns a copy with this {@code roots}. */
    public McpHandlers withRoots(@Nullable ReactiveMcpRootsProvider roots) {
        return new McpHandlers(this.sampling, this.elicitation, this.urlElicitation, roots);
    }
}
