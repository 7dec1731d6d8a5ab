package io.mcpclient.registry;

import java.time.Duration;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.model.McpResultRules;

/**
 * What an application changes about a tool, for models that need another wording. Applies to the registry: the server and
 * the client of the server are unaffected. Immutable; the methods return copies.
 *
 * @param enabled whether the registry has the tool
 * @param title display name, {@code null} for that of the server
 * @param description description for models, {@code null} for that of the server
 * @param timeout timeout of calls whose options have none, {@code null} for the {@code request-timeout} of the client
 * @param returnDirect whether results go to the caller of a prompt instead of the model, where a framework has such a setting
 * @param results what models read of results of the tool, where it differs from the rules of its server
 * @param metadata the application's own data about the tool, for its code; models and the server do not get it
 */
public record McpToolOverride(
        boolean enabled,
        @Nullable String title,
        @Nullable String description,
        @Nullable Duration timeout,
        boolean returnDirect,
        McpResultRules results,
        Map<String, Object> metadata) {

    private static final McpToolOverride NONE =
            new McpToolOverride(true, null, null, null, false, McpResultRules.undecided(), Map.of());

    /**
     * Checks the timeout and copies the metadata.
     * @throws IllegalArgumentException if the timeout is not positive
     */
    public McpToolOverride {
        if (timeout != null && (timeout.isZero() || timeout.isNegative())) {
            throw new IllegalArgumentException("timeout must be positive: " + timeout);
        }
        metadata = Map.copyOf(metadata);
    }

    /**
     * Returns the override that changes nothing.
     * @return the override
     */
    public static McpToolOverride none() {
        return NONE;
    }

    /**
     * Sets whether the registry has the tool.
     * @param enabled {@code true} by default
     * @return the copy
     */
    public McpToolOverride withEnabled(boolean enabled) {
        return new McpToolOverride(
                enabled, this.title, this.description, this.timeout, this.returnDirect, this.results, this.metadata);
    }

    /**
     * Sets the display name.
     * @param title name for people; {@code null} for that of the server
     * @return the copy
     */
    public McpToolOverride withTitle(@Nullable String title) {
        return new McpToolOverride(
                this.enabled, title, this.description, this.timeout, this.returnDirect, this.results, this.metadata);
    }

    /**
     * Sets the description.
     * @param description text for models; {@code null} for that of the server
     * @return the copy
     */
    public McpToolOverride withDescription(@Nullable String description) {
        return new McpToolOverride(
                this.enabled, this.title, description, this.timeout, this.returnDirect, this.results, this.metadata);
    }

    /**
     * Sets the timeout of calls whose options have none.
     * @param timeout positive duration; {@code null} for that of the client
     * @return the copy
     * @throws IllegalArgumentException if the timeout is not positive
     */
    public McpToolOverride withTimeout(@Nullable Duration timeout) {
        return new McpToolOverride(
                this.enabled, this.title, this.description, timeout, this.returnDirect, this.results, this.metadata);
    }

    /**
     * Sets whether results go to the caller of a prompt instead of the model.
     * @param returnDirect {@code false} by default
     * @return the copy
     */
    public McpToolOverride withReturnDirect(boolean returnDirect) {
        return new McpToolOverride(
                this.enabled, this.title, this.description, this.timeout, returnDirect, this.results, this.metadata);
    }

    /**
     * Sets what models read of results.
     * @param results rules; what they do not decide is decided by the rules of the server
     * @return the copy
     */
    public McpToolOverride withResults(McpResultRules results) {
        return new McpToolOverride(
                this.enabled, this.title, this.description, this.timeout, this.returnDirect, results, this.metadata);
    }

    /**
     * Sets the application's own data about the tool, see {@link McpRegisteredTool#metadata()}.
     * @param metadata any keys and values, none of them {@code null}; replaces earlier ones
     * @return the copy
     */
    public McpToolOverride withMetadata(Map<String, Object> metadata) {
        return new McpToolOverride(
                this.enabled, this.title, this.description, this.timeout, this.returnDirect, this.results, metadata);
    }
}
