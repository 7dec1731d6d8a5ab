package io.mcpclient.autoconfigure.token;

import java.time.Duration;

import com.redis.testcontainers.RedisContainer;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.testcontainers.service.connection.ServiceConnection;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;

import io.mcpclient.auth.McpTokenStore;
import io.mcpclient.store.McpStoredValue;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The contract against Redis in a container. Skipped where there is no container engine: then it is the embedded one that
 * proves it, in every build.
 */
@Testcontainers(disabledWithoutDocker = true)
@SpringBootTest(classes = TokenApplication.class, properties = "mcp.auth.store.type=redis")
class RedisContainerTokenTests extends RedisTokenStoreContract {

    @Container
    @ServiceConnection
    static final RedisContainer REDIS = new RedisContainer("redis:7");

    @Override
    protected RedisStandaloneConfiguration address() {
        return new RedisStandaloneConfiguration(REDIS.getHost(), REDIS.getFirstMappedPort());
    }

    @Test
    void whenTheContainerIsAServiceConnectionThenTheStoreOfTheApplicationUsesIt(@Autowired McpTokenStore store) {
        McpStoredValue value = new McpStoredValue(1, "by the application");
        assertThat(store.replace("service-connection", 0, value, Duration.ofHours(1)))
                .isTrue();
        assertThat(createStore().load("service-connection")).isEqualTo(value);
    }
}
