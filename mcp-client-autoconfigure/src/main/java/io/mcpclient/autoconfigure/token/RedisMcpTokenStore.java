package io.mcpclient.autoconfigure.token;

import org.springframework.data.redis.connection.RedisConnectionFactory;

import io.mcpclient.auth.McpTokenStore;
import io.mcpclient.autoconfigure.store.RedisMcpStore;

/** Token store in Redis. */
public final class RedisMcpTokenStore extends RedisMcpStore implements McpTokenStore {

    /** Default prefix of all keys. */
    public static final String DEFAULT_KEY_PREFIX = "mcp:token:";

    /**
     * Creates a store with the prefix {@value #DEFAULT_KEY_PREFIX}. Does not connect.
     * @param connections source of connections
     */
    public RedisMcpTokenStore(RedisConnectionFactory connections) {
        this(connections, DEFAULT_KEY_PREFIX);
    }

    /**
     * Creates a store. Does not connect.
     * @param connections source of connections
     * @param keyPrefix prefix of all keys, may be empty
     */
    public RedisMcpTokenStore(RedisConnectionFactory connections, String keyPrefix) {
        super(connections, keyPrefix);
    }
}
