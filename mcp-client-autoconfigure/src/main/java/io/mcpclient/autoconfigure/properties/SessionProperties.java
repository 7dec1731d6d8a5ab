package io.mcpclient.autoconfigure.properties;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.mcpclient.settings.McpSessionScope;

/**
 * Properties of the storage of sessions: {@code mcp.session}. Binding only.
 *
 * @param store Type of the store for sessions.
 * @param scope Whether each instance of the application has its own sessions or all instances share them.
 * @param instanceId Name of this instance of the application, which must not change with a restart. Defaults to the name of the
 *     host.
 * @param timeToLive Time to live of a stored session after the last write.
 * @param keepOnShutdown Whether to keep sessions open on shutdown, so that the next start resumes them.
 * @param timeout Timeout of a store operation; connecting waits for it. The first operation may take four times as long.
 * @param encryptionKey Encryption key of stored values: 32 random bytes as Base64. Previous keys may follow it.
 * @param jdbc Sessions in a database.
 * @param redis Sessions in Redis.
 */
public record SessionProperties(
        @DefaultValue("memory") Store store,
        @DefaultValue("instance") McpSessionScope scope,
        @Nullable String instanceId,
        @DefaultValue("24h") Duration timeToLive,
        boolean keepOnShutdown,
        @DefaultValue("500ms") Duration timeout,
        @DefaultValue List<String> encryptionKey,
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
        return "SessionProperties[...]";
    }

    /** Types of stores for sessions or tokens. */
    public enum Store {

        /** Memory of the application. The contents are lost when it stops. */
        MEMORY,

        /** Table in the application's database. */
        JDBC,

        /** The application's Redis. */
        REDIS
    }

    /** Conditions for the creation of a table. */
    public enum SchemaInitialization {

        /** Only in an embedded, in-memory database. */
        EMBEDDED,

        /** Always, if the table is missing. */
        ALWAYS,

        /** Never. The table is managed externally. */
        NEVER
    }

    /**
     * Sessions in a database.
     *
     * @param tableName Name of the table, optionally qualified with its schema.
     * @param initializeSchema When to create a missing table.
     * @param platform Platform of the schema script, such as mysql. Detected by default.
     */
    public record Jdbc(
            @DefaultValue("MCP_SESSION") String tableName,
            @DefaultValue("embedded") SchemaInitialization initializeSchema,
            @Nullable String platform) {}

    /**
     * Sessions in Redis.
     *
     * @param keyPrefix Prefix of all keys.
     */
    record Redis(@DefaultValue("mcp:session:") String keyPrefix) {}
}
