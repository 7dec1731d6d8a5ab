package io.mcpclient.autoconfigure.session;

import org.springframework.data.redis.connection.RedisConnectionFactory;

import io.mcpclient.autoconfigure.store.RedisStoreContract;
import io.mcpclient.store.McpStore;

/** What is expected of the store of sessions in Redis. */
abstract class RedisSessionStoreContract extends RedisStoreContract {

    @Override
    protected String prefix() {
        return RedisMcpSessionStore.DEFAULT_KEY_PREFIX;
    }

    @Override
    protected McpStore createStore(RedisConnectionFactory connections, String prefix) {
        return new RedisMcpSessionStore(connections, prefix);
    }
}
