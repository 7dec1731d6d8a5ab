package io.mcpclient.autoconfigure;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;

/**
 * Closes the clients for good, when no bean of the application is left that could call one. Beans are destroyed in the
 * opposite order of their creation, those that depend on others before them. Post-processors are the first to be created,
 * so this is one: it has nothing to process. Dependencies alone would not do: whoever asks an {@code ObjectProvider} or the
 * context for a client does not count as depending on it.
 *
 * @see "fault G08"
 */
final class McpClientCloser implements BeanFactoryPostProcessor, DisposableBean {

    private final CopyOnWriteArrayList<McpClient> made = new CopyOnWriteArrayList<>();

    private volatile @Nullable McpClients clients;

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
        // see above
    }

    /** A client that was made, whether it ever gets among the others or not: the start may fail before. */
    McpClient made(McpClient client) {
        this.made.add(client);
        return client;
    }

    /** All clients, those that are added at run time included. */
    McpClients all(McpClients clients) {
        this.clients = clients;
        return clients;
    }

    @Override
    public void destroy() {
        Set<McpClient> closing = new LinkedHashSet<>(this.made);
        McpClients present = this.clients;
        if (present != null) {
            closing.addAll(present.all());
        }
        // The first pass starts all farewells, the second one waits: closing twice is joining.
        closing.forEach(client -> client.reactive().close().subscribe());
        closing.forEach(McpClient::close);
    }
}
