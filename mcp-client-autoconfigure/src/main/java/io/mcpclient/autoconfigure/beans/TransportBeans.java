package io.mcpclient.autoconfigure.beans;

import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.retry.RetryPolicy;
import org.springframework.web.reactive.function.client.WebClient;

import io.mcpclient.McpClientBuilder;
import io.mcpclient.autoconfigure.settings.ServerSettings;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.spring.McpTransportCustomizer;

/**
 * Configures what beans say about the HTTP exchanges of a server: the application's builder, customizers, and the policy for
 * retries.
 *
 * @param beans the beans, by server
 * @param webClients the application's builders, {@code null} if they are not used
 */
public record TransportBeans(ServerBeans beans, @Nullable ObjectProvider<WebClient.Builder> webClients) {

    /** Name of a policy for all servers. Applications have policies for other purposes, so the type alone says nothing. */
    private static final String POLICY_BEAN = "mcpRetryPolicy";

    /** Gives what concerns the transport to a server to the builder of its client. */
    public void applyTo(ServerSettings settings, McpClientBuilder builder) {
        String server = settings.name();
        ObjectProvider<WebClient.Builder> builders = this.webClients;
        if (builders != null && settings.http() != null) {
            WebClient.Builder application = builders.getIfAvailable();
            if (application == null) {
                throw new McpConfigurationException(
                        server,
                        "mcp.http.use-application-builder",
                        "is true, but there is no bean of type WebClient.Builder",
                        "Add spring-boot-starter-webclient, define the bean, or set the property to false.");
            }
            builder.webClient(own -> copy(application, own));
        }
        List<McpTransportCustomizer> customizers = this.beans.of(McpTransportCustomizer.class, server);
        if (!customizers.isEmpty() && settings.http() != null) {
            builder.webClient(own -> customizers.forEach(customizer -> customizer.customize(server, own)));
        }
        policy(server, builder);
    }

    /** Copies what does not concern connections: filters, such as those of customizers, and default headers. */
    private static void copy(WebClient.Builder application, WebClient.Builder own) {
        application.filters(theirs -> own.filters(filters -> filters.addAll(theirs)));
        application.defaultHeaders(theirs -> own.defaultHeaders(headers -> headers.addAll(theirs)));
    }

    private void policy(String server, McpClientBuilder builder) {
        List<String> assigned = this.beans.nearest(this.beans.names(server, RetryPolicy.class).stream()
                .filter(name -> this.beans.isTiedTo(name, server))
                .toList());
        if (assigned.size() > 1) {
            throw new McpConfigurationException(
                    server,
                    "mcp.servers." + server + ".retry",
                    "has several beans of type RetryPolicy: " + assigned,
                    "Keep one of them.");
        }
        String name = assigned.isEmpty() ? POLICY_BEAN : assigned.get(0);
        if (this.beans.beanFactory().containsBean(name)) {
            builder.retryPolicy(this.beans.beanFactory().getBean(name, RetryPolicy.class));
        }
    }
}
