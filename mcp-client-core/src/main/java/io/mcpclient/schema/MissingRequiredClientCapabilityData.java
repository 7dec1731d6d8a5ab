package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * Data of the error -32021.
 *
 * @param requiredCapabilities what the request would need; empty if the server does not say
 * @param extra members not modelled here, kept as they came
 * @see "MCP 2026-07-28, basic/index, meta (CAP-09)"
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
