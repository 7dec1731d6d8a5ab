package io.mcpclient.autoconfigure;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.mcpclient.session.McpSessionScope;

/** Properties of what is remembered about servers: {@code mcp.session}. Only binds. */
public class SessionProperties {

    /** Where sessions are remembered. */
    private Store store = Store.MEMORY;

    /** Whose the sessions are: of each instance of the application, or of all of them. */
    private McpSessionScope scope = McpSessionScope.INSTANCE;

    /** Name of this instance of the application, the same after a restart. Defaults to the name of the host. */
    private @Nullable String instanceId;

    /** How long a session is remembered after it was last written. */
    private Duration timeToLive = Duration.ofHours(24);

    /** Whether sessions stay open when the application stops, for the next start to resume them. */
    private boolean keepOnShutdown;

    /** Limit for one use of the store; who connects waits for it. The first one may take four times as long. */
    private Duration timeout = Duration.ofMillis(500);

    /** Key that values are encrypted with: 32 random bytes as Base64. Behind it may follow keys that were used before. */
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

    /** Places to keep sessions or tokens in. */
    public enum Store {

        /** The memory of the application: what is there ends with it. */
        MEMORY,

        /** A table of the application's database. */
        JDBC,

        /** The application's Redis. */
        REDIS
    }

    /** When a table is created. */
    public enum SchemaInitialization {

        /** If the database is one in memory. */
        EMBEDDED,

        /** Always, if it is not there. */
        ALWAYS,

        /** Never: somebody else does. */
        NEVER
    }

    /** Sessions in a database. */
    public static class Jdbc {

        /** Name of the table, if need be with that of its schema. */
        private String tableName = "MCP_SESSION";

        /** When the table is created if it is not there. */
        private SchemaInitialization initializeSchema = SchemaInitialization.EMBEDDED;

        /** Database whose script creates the table, such as mysql. Detected by default. */
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

        /** What every key begins with. */
        private String keyPrefix = "mcp:session:";

        public String getKeyPrefix() {
            return this.keyPrefix;
        }

        public void setKeyPrefix(String keyPrefix) {
            this.keyPrefix = keyPrefix;
        }
    }
}
