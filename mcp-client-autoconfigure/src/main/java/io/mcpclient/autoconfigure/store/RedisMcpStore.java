package io.mcpclient.autoconfigure.store;

import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.connection.PoolException;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;

import io.mcpclient.store.McpStore;
import io.mcpclient.store.McpStoredValue;

/**
 * Store in Redis, with one string per key: its version, a space, and the text. Operations block for at most the command
 * timeout of the application's Redis configuration. Thread-safe; may be shared by any number of instances of an application.
 *
 * <p>Comparisons are made by Redis, in an atomic script. Redis also tracks the time to live, so the clocks of the instances
 * do not matter. Each script accesses one key, as a cluster requires. A string in another format is treated as missing and is
 * overwritten; any other type of value under a key of this store is not modified and fails the operation.
 *
 * <p>The Redis user of the application needs the commands {@code GET}, {@code SET}, {@code DEL}, {@code EVAL} and
 * {@code EVALSHA}. Values go to the driver without passing the logs of Spring; a driver that logs its commands does log them.
 */
public abstract class RedisMcpStore implements McpStore {

    private static final Pattern VALUE = Pattern.compile("([1-9][0-9]{0,18}) (.*)", Pattern.DOTALL);

    /** Versions are compared as text because numbers in Lua are not exact. */
    private static final String VERSION = """
            local value = redis.call('GET', KEYS[1])
            local version = value and string.match(value, '^([1-9]%d*) ')
            if not version or #version > 19 or (#version == 19 and version > '9223372036854775807') then
              version = '0'
            end
            if version ~= ARGV[1] then return 0 end
            """;

    private static final RedisScript<Long> REPLACE =
            RedisScript.of(VERSION + "redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3]) return 1", Long.class);

    private static final RedisScript<Long> REMOVE =
            RedisScript.of(VERSION + "return redis.call('DEL', KEYS[1])", Long.class);

    /** Excludes general errors: the error for an unknown command quotes the first words of its arguments. */
    private static final List<Class<? extends RuntimeException>> HARMLESS =
            List.of(RedisConnectionFailureException.class, QueryTimeoutException.class, PoolException.class);

    private final StringRedisTemplate redis;

    private final String keyPrefix;

    /**
     * Creates a store. Does not connect.
     * @param connections source of connections
     * @param keyPrefix prefix of all keys, may be empty
     */
    protected RedisMcpStore(RedisConnectionFactory connections, String keyPrefix) {
        this.redis = new StringRedisTemplate(connections);
        this.keyPrefix = keyPrefix;
    }

    @Override
    public @Nullable McpStoredValue load(String key) {
        try {
            return parse(this.redis.opsForValue().get(this.keyPrefix + key));
        } catch (RuntimeException ex) {
            throw StoreRefusalException.unless(HARMLESS, ex);
        }
    }

    private static @Nullable McpStoredValue parse(@Nullable String stored) {
        Matcher matcher = VALUE.matcher((stored != null) ? stored : "");
        if (!matcher.matches()) {
            return null;
        }
        try {
            return new McpStoredValue(Long.parseLong(matcher.group(1)), matcher.group(2));
        } catch (NumberFormatException ex) {
            return null; // exceeds any version
        }
    }

    @Override
    public boolean replace(String key, long expectedVersion, McpStoredValue value, Duration timeToLive) {
        String millis = String.valueOf(Math.max(1, timeToLive.toMillis()));
        return run(REPLACE, key, String.valueOf(expectedVersion), value.version() + " " + value.text(), millis);
    }

    @Override
    public boolean remove(String key, long expectedVersion) {
        // The script would treat a missing value as one with this version.
        return expectedVersion > 0 && run(REMOVE, key, String.valueOf(expectedVersion));
    }

    private boolean run(RedisScript<Long> script, String key, Object... arguments) {
        try {
            return Long.valueOf(1).equals(this.redis.execute(script, List.of(this.keyPrefix + key), arguments));
        } catch (RuntimeException ex) {
            throw StoreRefusalException.unless(HARMLESS, ex);
        }
    }
}
