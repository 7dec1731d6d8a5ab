package io.mcpclient.autoconfigure.web;

import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.ServerResponse;

import io.mcpclient.autoconfigure.auth.McpAuthEndpoints;

/** Configuration of the endpoints in a servlet container, if Spring MVC is present. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnWebApplication(type = Type.SERVLET)
@ConditionalOnClass(RouterFunction.class)
class ServletAuthorizationConfiguration {

    @Bean
    RouterFunction<ServerResponse> mcpAuthorizationRoutes(McpAuthEndpoints endpoints, AuthorizationExchange exchange) {
        return new ServletRoutes(endpoints).authorization(exchange);
    }

    @Bean
    @ConditionalOnProperty(name = "mcp.auth.client-metadata.enabled", matchIfMissing = true)
    RouterFunction<ServerResponse> mcpClientMetadataRoutes(
            McpAuthEndpoints endpoints, ClientMetadataDocument document) {
        return new ServletRoutes(endpoints).clientMetadata(document);
    }
}
