package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * Answer to {@code initialize}.
 *
 * @param protocolVersion revision the server wants to speak
 * @param capabilities what the server offers; absent means nothing
 * @param serverInfo who the server says it is, or {@code null} if it did not say
 * @param instructions advice on how to use the server; untrusted text
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra members not modelled here, kept as they came
 * @see "MCP 2025-11-25, basic/lifecycle (CAP-07)"
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record InitializeResult(
        String protocolVersion,
        ServerCapabilities capabilities,
        @Nullable Implementation serverInfo,
        @Nullable String instructions,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
    public InitializeResult {
        Require.member(protocolVersion, "initialize result", "protocolVersion");
        capabilities = capabilities == null ? ServerCapabilities.none() : capabilities;
        extra = Require.members(extra);
    }
}
