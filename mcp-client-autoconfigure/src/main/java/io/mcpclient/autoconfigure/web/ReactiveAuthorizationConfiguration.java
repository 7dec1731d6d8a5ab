package io.mcpclient.autoconfigure.web;

import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.ServerResponse;

import io.mcpclient.autoconfigure.auth.McpAuthEndpoints;

/** Configuration of the endpoints in a reactive web server. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnWebApplication(type = Type.REACTIVE)
@ConditionalOnClass(RouterFunction.class)
class ReactiveAuthorizationConfiguration {

    @Bean
    RouterFunction<ServerResponse> mcpAuthorizationRoutes(McpAuthEndpoints endpoints, AuthorizationExchange exchange) {
        return new ReactiveRoutes(endpoints).authorization(exchange);
    }

    @Bean
    @ConditionalOnProperty(name = "mcp.auth.client-metadata.enabled", matchIfMissing = true)
    RouterFunction<ServerResponse> mcpClientMetadataRoutes(
            McpAuthEndpoints endpoints, ClientMetadataDocument document) {
        return new ReactiveRoutes(endpoints).clientMetadata(document);
    }
}
