package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;

import io.mcpclient.internal.schema.Require;

/**
 * Data of the error -32021.
 *
 * @param requiredCapabilities capabilities that the request requires; empty if the server does not list them
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic">MCP: Meta</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MissingRequiredClientCapabilityData(
        ClientCapabilities requiredCapabilities,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
    public MissingRequiredClientCapabilityData {
        requiredCapabilities = requiredCapabilities == null ? ClientCapabilities.none() : requiredCapabilities;
        extra = Require.members(extra);
    }
}
