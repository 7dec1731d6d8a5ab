package io.mcpclient.call;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Wishes for one operation. Immutable and thread-safe; what is not set comes from the settings of the client.
 *
 * <pre>{@code
 * client.callTool("get_forecast", Map.of("city", "Oslo"), McpCallOptions.timeout(Duration.ofSeconds(5)));
 * }</pre>
 */
public final class McpCallOptions {

    private static final McpCallOptions DEFAULTS = new McpCallOptions(null, Map.of(), Map.of());

    private final @Nullable Duration timeout;

    private final Map<String, Object> meta;

    private final Map<String, String> headers;

    private McpCallOptions(@Nullable Duration timeout, Map<String, Object> meta, Map<String, String> headers) {
        this.timeout = timeout;
        this.meta = meta;
        this.headers = headers;
    }

    /**
     * Returns options that wish for nothing.
     * @return the defaults
     */
    public static McpCallOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Starts with a time limit.
     * @param timeout see {@link #withTimeout(Duration)}
     * @return the options
     */
    public static McpCallOptions timeout(Duration timeout) {
        return DEFAULTS.withTimeout(timeout);
    }

    /**
     * Copies these options with a limit for the whole operation: connecting, all pages of a list, the answer.
     * @param timeout positive duration
     * @return the copy
     * @throws IllegalArgumentException if the duration is zero or negative
     * @see "MCP 2025-11-25, basic/lifecycle, Timeouts (TMO-02)"
     */
    public McpCallOptions withTimeout(Duration timeout) {
        if (timeout.isZero() || timeout.isNegative()) {
            throw new IllegalArgumentException("timeout must be positive: " + timeout);
        }
        return new McpCallOptions(timeout, this.meta, this.headers);
    }

    /**
     * Copies these options with one more entry for {@code params._meta}.
     * @param key name as in the protocol, with a prefix of your own such as {@code com.example/}
     * @param value plain JSON
     * @return the copy
     * @see "MCP 2025-11-25, basic, _meta (META-06 to META-08)"
     */
    public McpCallOptions withMeta(String key, Object value) {
        Map<String, Object> copy = new LinkedHashMap<>(this.meta);
        copy.put(key, value);
        return new McpCallOptions(this.timeout, Collections.unmodifiableMap(copy), this.headers);
    }

    /**
     * Copies these options with one more HTTP header. Transports without headers ignore it; headers of the protocol
     * win over it.
     * @param name header name
     * @param value header value, visible characters and inner spaces only
     * @return the copy
     * @throws IllegalArgumentException if name or value are not legal in HTTP
     */
    public McpCallOptions withHeader(String name, String value) {
        HeaderRules.check(name, value);
        Map<String, String> copy = new LinkedHashMap<>(this.headers);
        copy.put(name, value);
        return new McpCallOptions(this.timeout, this.meta, Collections.unmodifiableMap(copy));
    }

    /**
     * Returns the wished limit for the whole operation.
     * @return the duration, or {@code null} for the {@code request-timeout} of the client
     */
    public @Nullable Duration timeout() {
        return this.timeout;
    }

    /**
     * Returns the entries for {@code params._meta}.
     * @return the entries, empty by default
     */
    public Map<String, Object> meta() {
        return this.meta;
    }

    /**
     * Returns the additional HTTP headers.
     * @return the headers, empty by default
     */
    public Map<String, String> headers() {
        return this.headers;
    }
}
