package io.mcpclient.autoconfigure;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ConfigurableApplicationContext;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;

/**
 * Closes the clients permanently when no bean of the application is left that could call one. Beans are destroyed in reverse
 * order of creation, dependent beans first. Post-processors are created first, so this class is one, although it has nothing
 * to process. Dependencies alone are not sufficient: a bean that obtains a client from an {@code ObjectProvider} or the
 * context does not count as depending on it.
 *
 * @see "fault G08"
 */
final class McpClientCloser implements BeanFactoryPostProcessor, DisposableBean {

    private final CopyOnWriteArrayList<McpClient> made = new CopyOnWriteArrayList<>();

    private volatile @Nullable McpClients clients;

    private final JvmExit exit;

    McpClientCloser(ConfigurableApplicationContext context) {
        this.exit = new JvmExit(context);
    }

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
        // see above
    }

    /** Registers a client that was created, even if it is never added to the others: startup may fail before. */
    McpClient made(McpClient client) {
        this.made.add(client);
        return client;
    }

    /** Registers all clients, including those added at run time. */
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
        // The first pass starts all shutdowns, the second one waits: a second close joins the first.
        closing.forEach(client -> client.reactive().close().subscribe());
        try {
            closing.forEach(McpClient::close);
        } finally {
            this.exit.onClosed();
        }
    }
}
