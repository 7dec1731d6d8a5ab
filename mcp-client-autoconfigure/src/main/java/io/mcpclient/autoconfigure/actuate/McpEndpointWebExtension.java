package io.mcpclient.autoconfigure.actuate;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;

/** Over the web, an order for a server that does not exist is answered 404; by itself it would be 204. */
@EndpointWebExtension(endpoint = McpEndpoint.class)
final class McpEndpointWebExtension {

    private final McpEndpoint endpoint;

    McpEndpointWebExtension(McpEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    @WriteOperation
    WebEndpointResponse<ServerView> operate(@Selector String server, McpEndpoint.Operation operation) {
        @Nullable ServerView view = this.endpoint.operate(server, operation);
        return (view != null)
                ? new WebEndpointResponse<>(view)
                : new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
    }
}
