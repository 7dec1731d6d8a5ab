package io.mcpclient.autoconfigure.store;

import java.time.Duration;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.mcpclient.store.McpStore;
import io.mcpclient.store.McpStoreContract;
import io.mcpclient.store.McpStoredValue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The contract of stores, and what beyond that is expected of one in Redis. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class RedisStoreContract extends McpStoreContract {

    private static final Duration LONG = Duration.ofHours(1);

    private LettuceConnectionFactory connections;

    /** Returns where the server is. */
    protected abstract RedisStandaloneConfiguration address();

    /** Returns what keys begin with if nothing else is said. */
    protected abstract String prefix();

    /** Returns the store under test. */
    protected abstract McpStore createStore(RedisConnectionFactory connections, String prefix);

    @BeforeAll
    void connect() {
        this.connections = new LettuceConnectionFactory(address());
        this.connections.afterPropertiesSet();
        this.connections.start();
    }

    @AfterAll
    void disconnect() {
        this.connections.destroy();
    }

    @Override
    protected McpStore createStore() {
        return createStore(this.connections, prefix());
    }

    @Override
    protected McpStore view() {
        return createStore();
    }

    private StringRedisTemplate redis() {
        return new StringRedisTemplate(this.connections);
    }

    @Test
    void replaceSetsPrefixAndEnd() {
        createStore(this.connections, "app:").replace("prefixed", 0, new McpStoredValue(1, "x"), LONG);
        assertThat(redis().opsForValue().get("app:prefixed")).isEqualTo("1 x");
        assertThat(redis().getExpire("app:prefixed")).isBetween(3500L, 3600L);
        assertThat(createStore().load("prefixed")).isNull();
    }

    // J07
    @ParameterizedTest
    @ValueSource(strings = {"", "garbage", "0 zero", "-1 negative", "01 leading", "9223372036854775808 too great", "7"})
    void loadOfAnUnknownFormatIsTreatedAsAbsent(String foreign) {
        redis().opsForValue().set(prefix() + "foreign", foreign);
        McpStore store = createStore();
        assertThat(store.load("foreign")).isNull();
        assertThat(store.remove("foreign", 7)).isFalse();
        assertThat(store.replace("foreign", 0, new McpStoredValue(1, "ours"), LONG))
                .isTrue();
        assertThat(store.load("foreign")).isEqualTo(new McpStoredValue(1, "ours"));
    }

    @Test
    void loadOfAnotherRedisTypeFailsAndLeavesIt() {
        redis().opsForList().leftPush(prefix() + "list", "canary");
        McpStore store = createStore();
        assertThatThrownBy(() -> store.load("list"))
                .isInstanceOf(StoreRefusalException.class)
                .hasMessageNotContaining("canary");
        assertThatThrownBy(() -> store.replace("list", 0, new McpStoredValue(1, "canary"), LONG))
                .isInstanceOf(StoreRefusalException.class)
                .hasNoCause()
                .hasMessageNotContaining("canary");
        assertThat(redis().opsForList().size(prefix() + "list")).isEqualTo(1);
        redis().delete(prefix() + "list");
    }
}
