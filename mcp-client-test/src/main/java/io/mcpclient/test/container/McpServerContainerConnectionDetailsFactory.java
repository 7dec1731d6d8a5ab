package io.mcpclient.test.container;

import java.net.URI;

import org.springframework.boot.testcontainers.service.connection.ContainerConnectionDetailsFactory;
import org.springframework.boot.testcontainers.service.connection.ContainerConnectionSource;

import io.mcpclient.spring.McpConnectionDetails;

/** Creates the connection details of an {@link McpServerContainer} with {@code @ServiceConnection}. */
class McpServerContainerConnectionDetailsFactory
        extends ContainerConnectionDetailsFactory<McpServerContainer, McpConnectionDetails> {

    @Override
    protected McpConnectionDetails getContainerConnectionDetails(ContainerConnectionSource<McpServerContainer> source) {
        return new Details(source);
    }

    private static final class Details extends ContainerConnectionDetails<McpServerContainer>
            implements McpConnectionDetails {

        Details(ContainerConnectionSource<McpServerContainer> source) {
            super(source);
        }

        @Override
        public String serverName() {
            return getContainer().serverName();
        }

        @Override
        public URI url() {
            return getContainer().url();
        }
    }
}
