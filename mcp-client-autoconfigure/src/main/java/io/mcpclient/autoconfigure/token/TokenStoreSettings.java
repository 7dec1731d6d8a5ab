package io.mcpclient.autoconfigure.token;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.auth.McpTokenStore;
import io.mcpclient.spring.McpOAuthCustomizer;
import io.mcpclient.store.McpStoreEncryptor;

/**
 * Settings of the token store of an application's clients. There is one bean of this type, {@code mcpTokenStoreSettings},
 * created from {@code mcp.auth.store} and of the beans {@link McpTokenStore} and {@link McpStoreEncryptor}. Immutable.
 *
 * @param store store for tokens
 * @param encryptor encryptor of stored tokens, or {@code null} to store them unencrypted
 * @param timeout timeout of a store operation
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization">MCP: Authorization</a>
 */
public record TokenStoreSettings(
        McpTokenStore store, @Nullable McpStoreEncryptor encryptor, Duration timeout) implements McpOAuthCustomizer {

    @Override
    public void customize(String serverName, McpOAuthSettings.Builder builder) {
        builder.store(this.store).encryptor(this.encryptor).storeTimeout(this.timeout);
    }

    @Override
    public String toString() {
        return "TokenStoreSettings[store=" + this.store.getClass().getSimpleName() + ", encrypted="
                + (this.encryptor != null) + "]";
    }
}
