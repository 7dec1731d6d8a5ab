package io.mcpclient.autoconfigure.session;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.mcpclient.autoconfigure.properties.McpProperties;
import io.mcpclient.store.McpSessionStore;

/** Configuration of the session store in the application's Redis. Active only if its library is present. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass({StringRedisTemplate.class, RedisConnectionFactory.class})
@ConditionalOnProperty(name = "mcp.session.store", havingValue = "redis")
class RedisSessionConfiguration {

    @Bean
    @ConditionalOnMissingBean(McpSessionStore.class)
    PreparedSessionStore mcpSessionStore(ObjectProvider<RedisConnectionFactory> connections, McpProperties properties) {
        String keyPrefix = properties.session().redisKeyPrefix();
        RedisConnectionFactory connection = SessionSettingsMapper.RULES.unique(
                connections, "redis", "RedisConnectionFactory", "Add a driver such as io.lettuce:lettuce-core");
        return new PreparedSessionStore(new RedisMcpSessionStore(connection, keyPrefix), () -> {}).warmUp();
    }
}
