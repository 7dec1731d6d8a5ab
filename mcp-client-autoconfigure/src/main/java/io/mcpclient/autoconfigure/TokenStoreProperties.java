package io.mcpclient.autoconfigure;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

import io.mcpclient.autoconfigure.SessionProperties.SchemaInitialization;
import io.mcpclient.autoconfigure.SessionProperties.Store;

/** Properties of the storage of tokens: {@code mcp.auth.store}. Binding only. */
@ConfigurationProperties("mcp.auth.store")
public class TokenStoreProperties {

    /** Type of the store for tokens and client registrations. */
    private Store type = Store.MEMORY;

    /** Encryption key of stored tokens: 32 random bytes as Base64. Previous keys may follow it. */
    private List<String> encryptionKey = List.of();

    /** Timeout of a store operation; calls that need a token wait for it. The first operation may take four times as long. */
    private Duration timeout = Duration.ofMillis(500);

    /** Tokens in a database. */
    private final Jdbc jdbc = new Jdbc();

    /** Tokens in Redis. */
    private final Redis redis = new Redis();

    public Store getType() {
        return this.type;
    }

    public void setType(Store type) {
        this.type = type;
    }

    public List<String> getEncryptionKey() {
        return this.encryptionKey;
    }

    public void setEncryptionKey(List<String> encryptionKey) {
        this.encryptionKey = encryptionKey;
    }

    public Duration getTimeout() {
        return this.timeout;
    }

    public void setTimeout(Duration timeout) {
        this.timeout = timeout;
    }

    public Jdbc getJdbc() {
        return this.jdbc;
    }

    public Redis getRedis() {
        return this.redis;
    }

    /** Tokens in a database. */
    public static class Jdbc {

        /** Name of the table, optionally qualified with its schema. */
        private String tableName = "MCP_TOKEN";

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

    /** Tokens in Redis. */
    public static class Redis {

        /** Prefix of all keys. */
        private String keyPrefix = "mcp:token:";

        public String getKeyPrefix() {
            return this.keyPrefix;
        }

        public void setKeyPrefix(String keyPrefix) {
            this.keyPrefix = keyPrefix;
        }
    }
}
