package io.mcpclient.autoconfigure.token;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.mcpclient.auth.McpTokenStore;
import io.mcpclient.autoconfigure.properties.TokenStoreProperties;

/** Configuration of the token store in the application's Redis. Active only if its library is present. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass({StringRedisTemplate.class, RedisConnectionFactory.class})
@ConditionalOnProperty(name = "mcp.auth.store.type", havingValue = "redis")
class RedisTokenConfiguration {

    @Bean
    @ConditionalOnMissingBean(McpTokenStore.class)
    PreparedTokenStore mcpTokenStore(
            ObjectProvider<RedisConnectionFactory> connections, TokenStoreProperties properties) {
        RedisConnectionFactory connection = McpTokenStoreAutoConfiguration.RULES.unique(
                connections, "redis", "RedisConnectionFactory", "Add a driver such as io.lettuce:lettuce-core");
        String keyPrefix = properties.redisKeyPrefix();
        return new PreparedTokenStore(new RedisMcpTokenStore(connection, keyPrefix), () -> {}).warmUp();
    }
}
