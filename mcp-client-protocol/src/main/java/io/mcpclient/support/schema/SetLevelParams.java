package io.mcpclient.support.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;
import io.mcpclient.schema.LoggingLevel;
import io.mcpclient.schema.McpRequestParams;

/**
 * Params of {@code logging/setLevel}, before 2026-07-28.
 *
 * @param level minimum severity
 * @param meta the {@code _meta} object, or {@code null}
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/logging">MCP: Logging</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SetLevelParams(
        LoggingLevel level, @JsonProperty("_meta") @Nullable Map<String, Object> meta) implements McpRequestParams {
    public SetLevelParams {
        Require.member(level, "set level params", "level");
    }

    /**
     * Creates params that request messages of this level and above.
     *
     * @throws IllegalArgumentException if the protocol does not define the level
     */
    public static SetLevelParams of(LoggingLevel level) {
        if (!level.isKnown()) {
            throw new IllegalArgumentException("set level params have an unknown \"level\": " + level);
        }
        return new SetLevelParams(level, null);
    }

    /** Returns a copy with this {@code meta}. */
    @Override
    public SetLevelParams withMeta(Map<String, Object> meta) {
        return new SetLevelParams(this.level, meta);
    }
}
