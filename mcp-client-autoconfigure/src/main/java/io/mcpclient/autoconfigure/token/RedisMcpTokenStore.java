package io.mcpclient.autoconfigure.token;

import org.springframework.data.redis.connection.RedisConnectionFactory;

import io.mcpclient.autoconfigure.store.RedisMcpStore;
import io.mcpclient.oauth.McpTokenStore;

/** Keeps tokens in Redis. */
public final class RedisMcpTokenStore extends RedisMcpStore implements McpTokenStore {

    /** What every key begins with if nothing else is said. */
    public static final String DEFAULT_KEY_PREFIX = "mcp:token:";

    /**
     * Creates a store with the prefix {@value #DEFAULT_KEY_PREFIX}. Does not connect.
     * @param connections where connections come from
     */
    public RedisMcpTokenStore(RedisConnectionFactory connections) {
        this(connections, DEFAULT_KEY_PREFIX);
    }

    /**
     * Creates a store. Does not connect.
     * @param connections where connections come from
     * @param keyPrefix what every key begins with, may be empty
     */
    public RedisMcpTokenStore(RedisConnectionFactory connections, String keyPrefix) {
        super(connections, keyPrefix);
    }
}
