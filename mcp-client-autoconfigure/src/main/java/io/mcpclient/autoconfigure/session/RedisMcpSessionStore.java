package io.mcpclient.autoconfigure.session;

import org.springframework.data.redis.connection.RedisConnectionFactory;

import io.mcpclient.autoconfigure.store.RedisMcpStore;
import io.mcpclient.store.McpSessionStore;

/** Session store in Redis. */
public final class RedisMcpSessionStore extends RedisMcpStore implements McpSessionStore {

    /** Default prefix of all keys. */
    public static final String DEFAULT_KEY_PREFIX = "mcp:session:";

    /**
     * Creates a store with the prefix {@value #DEFAULT_KEY_PREFIX}. Does not connect.
     * @param connections source of connections
     */
    public RedisMcpSessionStore(RedisConnectionFactory connections) {
        this(connections, DEFAULT_KEY_PREFIX);
    }

    /**
     * Creates a store. Does not connect.
     * @param connections source of connections
     * @param keyPrefix prefix of all keys, may be empty
     */
    public RedisMcpSessionStore(RedisConnectionFactory connections, String keyPrefix) {
        super(connections, keyPrefix);
    }
}
