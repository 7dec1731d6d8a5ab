package io.mcpclient.autoconfigure;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.mcpclient.settings.McpSessionScope;

/** Properties of the storage of sessions: {@code mcp.session}. Binding only. */
public class SessionProperties {

    /** Type of the store for sessions. */
    private Store store = Store.MEMORY;

    /** Whether each instance of the application has its own sessions or all instances share them. */
    private McpSessionScope scope = McpSessionScope.INSTANCE;

    /** Name of this instance of the application, which must not change with a restart. Defaults to the name of the host. */
    private @Nullable String instanceId;

    /** Time to live of a stored session after the last write. */
    private Duration timeToLive = Duration.ofHours(24);

    /** Whether to keep sessions open on shutdown, so that the next start resumes them. */
    private boolean keepOnShutdown;

    /** Timeout of a store operation; connecting waits for it. The first operation may take four times as long. */
    private Duration timeout = Duration.ofMillis(500);

    /** Encryption key of stored values: 32 random bytes as Base64. Previous keys may follow it. */
    private List<String> encryptionKey = List.of();

    /** Sessions in a database. */
    private final Jdbc jdbc = new Jdbc();

    /** Sessions in Redis. */
    private final Redis redis = new Redis();

    public Store getStore() {
        return this.store;
    }

    public void setStore(Store store) {
        this.store = store;
    }

    public McpSessionScope getScope() {
        return this.scope;
    }

    public void setScope(McpSessionScope scope) {
        this.scope = scope;
    }

    public @Nullable String getInstanceId() {
        return this.instanceId;
    }

    public void setInstanceId(@Nullable String instanceId) {
        this.instanceId = instanceId;
    }

    public Duration getTimeToLive() {
        return this.timeToLive;
    }

    public void setTimeToLive(Duration timeToLive) {
        this.timeToLive = timeToLive;
    }

    public boolean isKeepOnShutdown() {
        return this.keepOnShutdown;
    }

    public void setKeepOnShutdown(boolean keepOnShutdown) {
        this.keepOnShutdown = keepOnShutdown;
    }

    public Duration getTimeout() {
        return this.timeout;
    }

    public void setTimeout(Duration timeout) {
        this.timeout = timeout;
    }

    public List<String> getEncryptionKey() {
        return this.encryptionKey;
    }

    public void setEncryptionKey(List<String> encryptionKey) {
        this.encryptionKey = encryptionKey;
    }

    public Jdbc getJdbc() {
        return this.jdbc;
    }

    public Redis getRedis() {
        return this.redis;
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

    /** Sessions in a database. */
    public static class Jdbc {

        /** Name of the table, optionally qualified with its schema. */
        private String tableName = "MCP_SESSION";

        /** When to create a missing table. */
        private SchemaInitialization initializeSchema = SchemaInitialization.EMBEDDED;

        /** Platform of the schema script, such as mysql. Detected by default. */
        private @Nullable String platform;

        public String getTableName() {
            return this.tableName;
        }

        public void setTableName(String tableName) {
            this.tableName = tableName;
        }

        public SchemaInitialization getInitializeSchema() {
            return this.initializeSchema;
        }

        public void setInitializeSchema(SchemaInitialization initializeSchema) {
            this.initializeSchema = initializeSchema;
        }

        public @Nullable String getPlatform() {
            return this.platform;
        }

        public void setPlatform(@Nullable String platform) {
            this.platform = platform;
        }
    }

    /** Sessions in Redis. */
    public static class Redis {

        /** Prefix of all keys. */
        private String keyPrefix = "mcp:session:";

        public String getKeyPrefix() {
            return this.keyPrefix;
        }

        public void setKeyPrefix(String keyPrefix) {
            this.keyPrefix = keyPrefix;
        }
    }
}
