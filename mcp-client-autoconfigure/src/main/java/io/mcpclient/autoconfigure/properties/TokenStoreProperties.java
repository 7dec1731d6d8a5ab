package io.mcpclient.autoconfigure.properties;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.mcpclient.autoconfigure.properties.SessionProperties.SchemaInitialization;
import io.mcpclient.autoconfigure.properties.SessionProperties.Store;

/**
 * Properties of the storage of tokens: {@code mcp.auth.store}. Binding only.
 *
 * @param type Type of the store for tokens and client registrations.
 * @param encryptionKey Encryption key of stored tokens: 32 random bytes as Base64. Previous keys may follow it.
 * @param timeout Timeout of a store operation; calls that need a token wait for it. The first operation may take four times as
 *     long.
 * @param jdbc Tokens in a database.
 * @param redis Tokens in Redis.
 */
@ConfigurationProperties("mcp.auth.store")
public record TokenStoreProperties(
        @DefaultValue("memory") Store type,
        @DefaultValue List<String> encryptionKey,
        @DefaultValue("500ms") Duration timeout,
        @DefaultValue Jdbc jdbc,
        @DefaultValue Redis redis) {

    /**
     * Returns the prefix of all keys in Redis.
     * @return the prefix
     */
    public String redisKeyPrefix() {
        return this.redis.keyPrefix();
    }

    /** Without the values, which may be credentials. */
    @Override
    public String toString() {
        return "TokenStoreProperties[...]";
    }

    /**
     * Tokens in a database.
     *
     * @param tableName Name of the table, optionally qualified with its schema.
     * @param initializeSchema When to create a missing table.
     * @param platform Platform of the schema script, such as mysql. Detected by default.
     */
    public record Jdbc(
            @DefaultValue("MCP_TOKEN") String tableName,
            @DefaultValue("embedded") SchemaInitialization initializeSchema,
            @Nullable String platform) {}

    /**
     * Tokens in Redis.
     *
     * @param keyPrefix Prefix of all keys.
     */
    record Redis(@DefaultValue("mcp:token:") String keyPrefix) {}
}
