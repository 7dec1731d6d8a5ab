package io.mcpclient.autoconfigure.session;

import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;

import io.mcpclient.McpClientBuilder;
import io.mcpclient.spring.McpClientCustomizer;
import io.mcpclient.store.McpSessionStore;
import io.mcpclient.store.McpStoreEncryptor;

/** Configures the session store of every client, before the customizers of the application, which may override it. */
record SessionCustomizer(
        McpSessionStoreSelector selector,
        SessionSettingsMapper mapper,
        @Nullable McpStoreEncryptor encryptor) implements McpClientCustomizer, Ordered {

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    @Override
    public void customize(String serverName, McpClientBuilder builder) {
        McpSessionStore store = this.selector.storeFor(serverName);
        if (store != null) {
            builder.sessions(this.mapper.map(store).withEncryptor(this.encryptor));
        }
    }
}
