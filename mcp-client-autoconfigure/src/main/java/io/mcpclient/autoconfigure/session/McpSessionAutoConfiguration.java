package io.mcpclient.autoconfigure.session;

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
import org.springframework.core.env.Environment;
import org.springframework.web.reactive.function.client.WebClient;

import io.mcpclient.McpClient;
import io.mcpclient.autoconfigure.properties.McpProperties;
import io.mcpclient.autoconfigure.properties.SessionProperties;
import io.mcpclient.settings.McpSessionScope;
import io.mcpclient.store.InMemoryMcpSessionStore;
import io.mcpclient.store.McpSessionStore;
import io.mcpclient.store.McpStoreEncryptor;
import io.mcpclient.support.Loggers;

/**
 * Auto-configuration of the session store, {@code mcp.session}: in memory, in the application's database, or in its Redis. A
 * {@link McpSessionStore}, {@link McpSessionStoreSelector} or {@link McpStoreEncryptor} of the application replaces the one
 * defined here.
 */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
            "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration"
        })
@ConditionalOnClass({McpClient.class, WebClient.class})
@ConditionalOnProperty(name = "mcp.enabled", matchIfMissing = true)
@EnableConfigurationProperties(McpProperties.class)
@Import({JdbcSessionConfiguration.class, RedisSessionConfiguration.class})
@ImportRuntimeHints(SessionRuntimeHints.class)
public final class McpSessionAutoConfiguration {

    private static final Logger logger = Loggers.STORE;

    /** Defined after those of the libraries: without their stores, the store is in memory or its library is missing. */
    @Bean
    @ConditionalOnMissingBean
    McpSessionStore mcpSessionStore(McpProperties properties) {
        SessionProperties session = properties.session();
        return switch (session.store()) {
            case MEMORY -> inMemory(session.scope());
            case JDBC ->
                throw SessionSettingsMapper.RULES.missing(
                        "jdbc", "spring-boot-starter-jdbc and the driver of the database");
            case REDIS -> throw SessionSettingsMapper.RULES.missing("redis", "spring-boot-starter-data-redis");
        };
    }

    private static McpSessionStore inMemory(McpSessionScope scope) {
        if (scope == McpSessionScope.SHARED) {
            throw SessionSettingsMapper.invalid(
                    "scope",
                    "is shared, but other instances cannot access sessions in memory",
                    "Set mcp.session.store to jdbc or redis, or the scope to instance.");
        }
        return new InMemoryMcpSessionStore();
    }

    @Bean
    @ConditionalOnMissingBean
    McpSessionStoreSelector mcpSessionStoreSelector(McpSessionStore mcpSessionStore) {
        return server -> mcpSessionStore;
    }

    @Bean
    SessionCustomizer mcpSessionCustomizer(
            McpSessionStoreSelector selector,
            McpProperties properties,
            Environment environment,
            ObjectProvider<McpSessionStore> stores,
            ObjectProvider<McpStoreEncryptor> encryptors) {
        SessionSettingsMapper mapper = new SessionSettingsMapper(properties.session(), environment);
        @Nullable McpStoreEncryptor own = encryptors.getIfAvailable();
        @Nullable McpStoreEncryptor encryptor = (own != null) ? own : mapper.encryptor();
        if (encryptor == null && !stores.stream().allMatch(InMemoryMcpSessionStore.class::isInstance)) {
            logger.warn(
                    "Sessions of MCP servers are stored without encryption: anyone with access to the store can use them."
                            + " Set mcp.session.encryption-key to a key from: openssl rand -base64 32");
        }
        return new SessionCustomizer(selector, mapper, encryptor);
    }
}
