package io.mcpclient.autoconfigure.token;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.web.reactive.function.client.WebClient;

import io.mcpclient.McpClient;
import io.mcpclient.auth.InMemoryMcpTokenStore;
import io.mcpclient.auth.McpTokenStore;
import io.mcpclient.autoconfigure.properties.TokenStoreProperties;
import io.mcpclient.autoconfigure.store.StoreRules;
import io.mcpclient.store.McpStoreEncryptor;
import io.mcpclient.support.Loggers;

/**
 * Auto-configuration of the token store, {@code mcp.auth.store}: in memory, in the application's database, or in its Redis. A
 * {@link McpTokenStore}, {@link TokenStoreSettings} or {@link McpStoreEncryptor} of the application replaces the one defined
 * here.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization">MCP: Authorization</a>
 */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
            "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration"
        })
@ConditionalOnClass({McpClient.class, WebClient.class})
@ConditionalOnProperty(name = "mcp.enabled", matchIfMissing = true)
@EnableConfigurationProperties(TokenStoreProperties.class)
@Import({JdbcTokenConfiguration.class, RedisTokenConfiguration.class})
@ImportRuntimeHints(TokenRuntimeHints.class)
public final class McpTokenStoreAutoConfiguration {

    static final StoreRules RULES = new StoreRules("mcp.auth.store.", "type", "McpTokenStore");

    private static final Logger logger = Loggers.STORE;

    /** Defined after those of the libraries: without their stores, the store is in memory or its library is missing. */
    @Bean
    @ConditionalOnMissingBean
    McpTokenStore mcpTokenStore(TokenStoreProperties properties) {
        return switch (properties.type()) {
            case MEMORY -> new InMemoryMcpTokenStore();
            case JDBC -> throw RULES.missing("jdbc", "spring-boot-starter-jdbc and the driver of the database");
            case REDIS -> throw RULES.missing("redis", "spring-boot-starter-data-redis");
        };
    }

    @Bean
    @ConditionalOnMissingBean
    TokenStoreSettings mcpTokenStoreSettings(
            McpTokenStore mcpTokenStore,
            TokenStoreProperties properties,
            ObjectProvider<McpStoreEncryptor> encryptors) {
        @Nullable McpStoreEncryptor own = encryptors.getIfAvailable();
        @Nullable McpStoreEncryptor encryptor = (own != null) ? own : RULES.encryptor(properties.encryptionKey());
        Duration timeout = RULES.timeout(properties.timeout());
        if (encryptor == null && !(mcpTokenStore instanceof InMemoryMcpTokenStore)) {
            logger.warn(
                    "Tokens for MCP servers are stored without encryption: anyone with access to the store can use them."
                            + " Set mcp.auth.store.encryption-key to a key from: openssl rand -base64 32");
        }
        return new TokenStoreSettings(mcpTokenStore, encryptor, timeout);
    }
}
