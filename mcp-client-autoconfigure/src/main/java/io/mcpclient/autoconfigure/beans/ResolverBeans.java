package io.mcpclient.autoconfigure.beans;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.function.SingletonSupplier;

import io.mcpclient.McpClientBuilder;
import io.mcpclient.autoconfigure.settings.ServerSettings;
import io.mcpclient.autoconfigure.settings.ServiceUrl;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.transport.McpServerResolver;
import io.mcpclient.transport.ReactiveMcpServerResolver;

/**
 * Chooses the resolver for the addresses of a server.
 *
 * <pre>
 *  bean assigned to the server ──► that bean
 *  url with lb:                ──► Spring Cloud
 *  bean for all servers        ──► that bean, unless the server runs as a process
 * </pre>
 */
public final class ResolverBeans {

    private final ServerBeans beans;

    private final ObjectProvider<McpServiceAddresses> services;

    public ResolverBeans(ServerBeans beans, ObjectProvider<McpServiceAddresses> services) {
        this.beans = beans;
        this.services = services;
    }

    /** Gives the resolver of addresses for a server to the builder of its client. */
    public void applyTo(ServerSettings settings, McpClientBuilder builder) {
        String bean = this.beans.choose(
                settings.name(),
                "mcp.servers." + settings.name() + ".url",
                McpServerResolver.class,
                ReactiveMcpServerResolver.class);
        boolean isOwn = bean != null && this.beans.isTiedTo(bean, settings.name());
        ServiceUrl service = settings.service();
        if (service != null && !isOwn) {
            builder.reactiveResolver(ofService(settings.name(), service));
        } else if (bean != null && (isOwn || settings.http() != null)) {
            builder.reactiveResolver(late(bean));
        }
    }

    private ReactiveMcpServerResolver ofService(String server, ServiceUrl service) {
        @Nullable McpServiceAddresses addresses = this.services.getIfAvailable();
        if (addresses == null) {
            throw new McpConfigurationException(
                    server,
                    "mcp.servers." + server + ".url",
                    "is " + service.text() + ", but Spring Cloud is missing",
                    "Add spring-cloud-starter-loadbalancer or another discovery client of Spring Cloud, or use an http or"
                            + " https URL.");
        }
        return addresses.of(service.serviceId());
    }

    /** The bean is looked up when it is first needed, because it may depend on clients. */
    private ReactiveMcpServerResolver late(String name) {
        SingletonSupplier<ReactiveMcpServerResolver> resolver = SingletonSupplier.of(() -> {
            Object bean = this.beans.beanFactory().getBean(name);
            return (bean instanceof ReactiveMcpServerResolver reactive)
                    ? reactive
                    : ReactiveMcpServerResolver.of((McpServerResolver) bean);
        });
        return (serverName, url) -> resolver.obtain().resolve(serverName, url);
    }
}
