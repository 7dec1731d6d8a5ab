package io.mcpclient.autoconfigure.typed;

import java.util.TreeSet;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.beans.factory.BeanNameAware;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.autoconfigure.properties.ConfiguredServers;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.spring.McpUnknownServerException;
import io.mcpclient.typed.McpToolClient;
import io.mcpclient.typed.McpToolClientFactory;

/**
 * Creates the typed client of an interface. Its client is looked up with the first call, because a handler that the client
 * needs may depend on the typed client.
 */
final class McpToolClientFactoryBean<T>
        implements FactoryBean<T>, BeanFactoryAware, BeanNameAware, SmartInitializingSingleton, DisposableBean {

    private final Class<T> type;

    private final String server;

    private final T typedClient;

    private @Nullable ListableBeanFactory beanFactory;

    private String name = "";

    private Runnable unfollow = () -> {};

    private volatile @Nullable McpClient client;

    McpToolClientFactoryBean(Class<T> type) {
        this.type = type;
        this.typedClient = McpToolClientFactory.create(type, this::client);
        McpToolClient annotation = type.getAnnotation(McpToolClient.class);
        this.server = (annotation != null) ? annotation.value() : "";
    }

    Class<T> type() {
        return this.type;
    }

    @Override
    public void setBeanFactory(BeanFactory beanFactory) {
        this.beanFactory = (ListableBeanFactory) beanFactory;
    }

    @Override
    public void setBeanName(String name) {
        this.name = name;
    }

    @Override
    public T getObject() {
        return this.typedClient;
    }

    @Override
    public Class<T> getObjectType() {
        return this.type;
    }

    /** Rejects the name of a server that does not exist, and compares the tools of the server from now on. */
    @Override
    public void afterSingletonsInstantiated() {
        McpClient found = find();
        if (found == null) {
            TreeSet<String> servers = new TreeSet<>(
                    beanFactory().getBean(ConfiguredServers.class).byName().keySet());
            if (!servers.contains(this.server)) {
                throw new McpUnknownServerException(
                        this.name, McpToolClient.class.getSimpleName(), this.server, servers);
            }
        }
        McpClients clients = beanFactory().getBean(McpClients.class);
        if (found != null && clients.find(found.name()).isEmpty()) { // a mock
            McpToolClientFactory.checkSchemas(this.typedClient);
        } else {
            Added listener = new Added((found != null) ? found.name() : this.server, this.typedClient);
            this.unfollow = () -> clients.removeListener(listener);
            clients.addListener(listener);
        }
    }

    /** The clients may be those of a parent context, which continues. */
    @Override
    public void destroy() {
        this.unfollow.run();
    }

    /**
     * Compares when the server is enabled, and again when it is replaced: its client continues, but without the listeners that it had.
     *
     * @param server name of the server
     * @param typedClient what to compare its tools with
     */
    private record Added(String server, Object typedClient) implements McpClients.Listener {

        @Override
        public void onAdded(McpClient client) {
            if (client.name().equals(this.server)) {
                McpToolClientFactory.checkSchemas(this.typedClient);
            }
        }

        @Override
        public void onRemoved(McpClient client) {
            // its listeners have no effect any more
        }
    }

    private McpClient client() {
        McpClient known = this.client;
        if (known == null) {
            known = find();
            if (known == null) {
                throw disabled();
            }
            this.client = known;
        }
        return known;
    }

    private @Nullable McpClient find() {
        try {
            return BeanFactoryAnnotationUtils.qualifiedBeanOfType(beanFactory(), McpClient.class, this.server);
        } catch (NoSuchBeanDefinitionException ex) {
            return beanFactory().getBean(McpClients.class).find(this.server).orElse(null);
        }
    }

    private ListableBeanFactory beanFactory() {
        ListableBeanFactory known = this.beanFactory;
        if (known == null) {
            throw new IllegalStateException("not initialized");
        }
        return known;
    }

    private McpRejectedException disabled() {
        return new McpRejectedException(
                McpErrorDetails.of(
                                this.server, this.type.getSimpleName(), McpOutcome.NOT_SENT, "the server is disabled")
                        .withRemedy("Set mcp.servers." + this.server + ".enabled to true."),
                McpRejectedException.Reason.UNKNOWN_SERVER);
    }
}
