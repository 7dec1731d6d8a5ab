package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;

/**
 * Params of {@code notifications/message}: a log message from the server. Untrusted: escape control characters before
 * writing it to a log.
 *
 * @param level severity, possibly unknown to this client
 * @param logger name of the logger
 * @param data the message, any JSON value
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging">MCP: Logging</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record LoggingMessageParams(
        LoggingLevel level,
        @Nullable String logger,
        @Nullable Object data,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
    public LoggingMessageParams {
        Require.member(level, "logging message params", "level");
        extra = Require.members(extra);
    }
}
