package io.mcpclient.autoconfigure.session;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.mcpclient.autoconfigure.McpProperties;
import io.mcpclient.session.McpSessionStore;

/** The store in the Redis of the application. Only if its library is there. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass({StringRedisTemplate.class, RedisConnectionFactory.class})
@ConditionalOnProperty(name = "mcp.session.store", havingValue = "redis")
class RedisSessionConfiguration {

    @Bean
    @ConditionalOnMissingBean(McpSessionStore.class)
    PreparedSessionStore mcpSessionStore(ObjectProvider<RedisConnectionFactory> connections, McpProperties properties) {
        String keyPrefix = properties.getSession().getRedis().getKeyPrefix();
        return new PreparedSessionStore(new RedisMcpSessionStore(connection(connections), keyPrefix), () -> {})
                .warmUp();
    }

    private static RedisConnectionFactory connection(ObjectProvider<RedisConnectionFactory> connections) {
        RedisConnectionFactory connection = connections.getIfUnique();
        if (connection != null) {
            return connection;
        }
        boolean none = connections.stream().findAny().isEmpty();
        throw SessionSettingsMapper.invalid(
                "store",
                none
                        ? "is redis, but there is no RedisConnectionFactory"
                        : "is redis, but there are several" + " RedisConnectionFactories",
                none
                        ? "Add a driver such as io.lettuce:lettuce-core, or use another store."
                        : "Mark one as @Primary, or define a bean RedisMcpSessionStore with the one to use.");
    }
}
