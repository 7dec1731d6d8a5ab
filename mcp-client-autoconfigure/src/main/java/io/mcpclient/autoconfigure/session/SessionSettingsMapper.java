package io.mcpclient.autoconfigure.session;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

import io.mcpclient.autoconfigure.properties.SessionProperties;
import io.mcpclient.autoconfigure.store.StoreRules;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.settings.McpSessionSettings;
import io.mcpclient.store.McpSessionStore;
import io.mcpclient.store.McpStoreEncryptor;

/** Maps properties of {@code mcp.session} to settings, and rejects invalid ones. Never quotes an encryption key. */
final class SessionSettingsMapper {

    static final StoreRules RULES = new StoreRules("mcp.session.", "store", "McpSessionStore");

    private static final Duration MIN_TIME_TO_LIVE = Duration.ofSeconds(1);

    private static final Duration MAX_TIME_TO_LIVE = Duration.ofDays(365);

    private final SessionProperties properties;

    private final Environment environment;

    private @Nullable String instanceId;

    SessionSettingsMapper(SessionProperties properties, Environment environment) {
        this.properties = properties;
        this.environment = environment;
    }

    static McpConfigurationException invalid(String key, String problem, String remedy) {
        return RULES.invalid(key, problem, remedy);
    }

    /** Maps all settings except the encryptor. */
    McpSessionSettings map(McpSessionStore store) {
        Duration timeToLive = this.properties.timeToLive();
        if (timeToLive.compareTo(MIN_TIME_TO_LIVE) < 0 || timeToLive.compareTo(MAX_TIME_TO_LIVE) > 0) {
            throw invalid("time-to-live", "is " + timeToLive, "Use a duration from 1s to 365d, for example 24h.");
        }
        return McpSessionSettings.of(store)
                .withInstanceId(instanceId())
                .withScope(this.properties.scope())
                .withTimeToLive(timeToLive)
                .withStoreTimeout(RULES.timeout(this.properties.timeout()))
                .withKeepOnShutdown(this.properties.keepOnShutdown());
    }

    /** Returns the id, which is the same for all servers and looked up once. */
    private synchronized String instanceId() {
        if (this.instanceId == null) {
            String given = this.properties.instanceId();
            this.instanceId = (given != null) ? checked(given) : InstanceId.of(this.environment);
        }
        return this.instanceId;
    }

    private static String checked(String instanceId) {
        if (!StringUtils.hasText(instanceId) || instanceId.length() > InstanceId.MAX_LENGTH) {
            throw invalid(
                    "instance-id",
                    "is empty or longer than " + InstanceId.MAX_LENGTH + " characters",
                    "Use a unique name that does not change, such as the name of the host.");
        }
        return instanceId;
    }

    /** Returns the encryptor for the key, or {@code null} if there is no key. */
    @Nullable
    McpStoreEncryptor encryptor() {
        return RULES.encryptor(this.properties.encryptionKey());
    }
}
