package io.mcpclient.autoconfigure;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

import io.mcpclient.autoconfigure.SessionProperties.SchemaInitialization;
import io.mcpclient.autoconfigure.SessionProperties.Store;

/** Properties of where tokens are kept: {@code mcp.auth.store}. Only binds. */
@ConfigurationProperties("mcp.auth.store")
public class TokenStoreProperties {

    /** Where tokens and registrations of clients are kept. */
    private Store type = Store.MEMORY;

    /** Key that tokens are encrypted with: 32 random bytes as Base64. Behind it may follow keys that were used before. */
    private List<String> encryptionKey = List.of();

    /** Limit for one use of the store; who needs a token waits for it. The first one may take four times as long. */
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

        /** Name of the table, if need be with that of its schema. */
        private String tableName = "MCP_TOKEN";

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

    /** Tokens in Redis. */
    public static class Redis {

        /** What every key begins with. */
        private String keyPrefix = "mcp:token:";

        public String getKeyPrefix() {
            return this.keyPrefix;
        }

        public void setKeyPrefix(String keyPrefix) {
            this.keyPrefix = keyPrefix;
        }
    }
}
