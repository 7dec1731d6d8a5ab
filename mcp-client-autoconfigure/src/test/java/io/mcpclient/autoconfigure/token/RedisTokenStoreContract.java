package io.mcpclient.autoconfigure.token;

import org.springframework.data.redis.connection.RedisConnectionFactory;

import io.mcpclient.autoconfigure.store.RedisStoreContract;
import io.mcpclient.store.McpStore;

/** What is expected of the store of tokens in Redis. */
abstract class RedisTokenStoreContract extends RedisStoreContract {

    @Override
    protected String prefix() {
        return RedisMcpTokenStore.DEFAULT_KEY_PREFIX;
    }

    @Override
    protected McpStore createStore(RedisConnectionFactory connections, String prefix) {
        return new RedisMcpTokenStore(connections, prefix);
    }
}
