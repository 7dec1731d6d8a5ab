package io.mcpclient.autoconfigure.store;

import java.time.Duration;
import java.util.Base64;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.StringUtils;

import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.store.McpStoreEncryptor;

/**
 * Validates properties of a store, with a remedy for each error. Never quotes an encryption key.
 *
 * @param prefix prefix of its properties, such as {@code mcp.session.}
 * @param key key of the property that selects the store
 * @param type type of its bean
 */
public record StoreRules(String prefix, String key, String type) {

    /** Placeholder for the server name in settings that are not specific to a server. */
    private static final String ALL_SERVERS = "";

    private static final Duration MIN_TIMEOUT = Duration.ofMillis(10);

    private static final Duration MAX_TIMEOUT = Duration.ofMinutes(1);

    /**
     * Creates the exception for an invalid property.
     * @param key name of the property after the prefix
     * @param problem the problem
     * @param remedy action to take
     * @return the exception
     */
    public McpConfigurationException invalid(String key, String problem, String remedy) {
        return new McpConfigurationException(ALL_SERVERS, this.prefix + key, problem, remedy);
    }

    /**
     * Creates the exception for a store whose library is missing.
     * @param store name of the store
     * @param libraries libraries to add
     * @return the exception
     */
    public McpConfigurationException missing(String store, String libraries) {
        return invalid(
                this.key,
                "is " + store + ", but the required library is missing",
                "Add the dependency org.springframework.boot:" + libraries + ", or use another store.");
    }

    /**
     * Returns the bean that a store uses to connect.
     * @param beans all beans of the type
     * @param store name of the store
     * @param bean name of the type
     * @param remedy action to take if there is none
     * @return the only one, or the primary one
     */
    public <T> T unique(ObjectProvider<T> beans, String store, String bean, String remedy) {
        T unique = beans.getIfUnique();
        if (unique != null) {
            return unique;
        }
        if (beans.stream().findAny().isEmpty()) {
            throw invalid(this.key, "is " + store + ", but there is no " + bean, remedy + ", or use another store.");
        }
        throw invalid(
                this.key,
                "is " + store + ", but there are several beans of type " + bean,
                "Mark one as @Primary, or define a bean " + StringUtils.capitalize(store) + this.type
                        + " with the one to use.");
    }

    /**
     * Validates the name of a table.
     * @param table the name
     * @param isTable whether it is valid
     * @return the name
     */
    public String table(String table, boolean isTable) {
        if (!isTable) {
            throw invalid(
                    "jdbc.table-name",
                    "is not a valid table name",
                    "Use letters, digits, '_' and '$', and a '.' after the schema name.");
        }
        return table;
    }

    /**
     * Validates the timeout of an operation.
     * @param timeout the timeout
     * @return the timeout
     */
    public Duration timeout(Duration timeout) {
        if (timeout.compareTo(MIN_TIMEOUT) < 0 || timeout.compareTo(MAX_TIMEOUT) > 0) {
            throw invalid("timeout", "is " + timeout, "Use a duration from 10ms to 1m, for example 500ms.");
        }
        return timeout;
    }

    /**
     * Returns the encryptor for the keys.
     * @param keys Base64 of each key, the encryption key first; may be empty
     * @return the encryptor, or {@code null} if there is no key
     */
    public @Nullable McpStoreEncryptor encryptor(List<String> keys) {
        List<byte[]> decoded =
                keys.stream().filter(StringUtils::hasText).map(this::key).toList();
        return decoded.isEmpty() ? null : new AesStoreEncryptor(decoded);
    }

    private byte[] key(String text) {
        try {
            byte[] bytes = Base64.getDecoder().decode(text.trim());
            if (bytes.length == AesStoreEncryptor.KEY_BYTES) {
                return bytes;
            }
        } catch (IllegalArgumentException ex) {
            // its message quotes the value
        }
        throw invalid("encryption-key", "is not Base64 of 32 bytes", "Generate one with: openssl rand -base64 32");
    }
}
