package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * Params of {@code initialize}.
 *
 * @param protocolVersion newest revision the client speaks
 * @param capabilities what the client offers
 * @param clientInfo who the client is
 * @param meta the {@code _meta} object, or {@code null}
 * @see "MCP 2025-11-25, basic/lifecycle (CAP-02)"
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record InitializeParams(
        String protocolVersion,
        ClientCapabilities capabilities,
        Implementation clientInfo,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta)
        implements McpRequestParams {
    public InitializeParams {
        Require.member(protocolVersion, "initialize params", "protocolVersion");
        Require.member(capabilities, "initialize params", "capabilities");
        Require.member(clientInfo, "initialize params", "clientInfo");
    }

    /** Params with the three members that the protocol requires. */
    public static InitializeParams of(
            String protocolVersion, ClientCapabilities capabilities, Implementation clientInfo) {
        return new InitializeParams(protocolVersion, capabilities, clientInfo, null);
    }

    /** Returns a copy with this {@code meta}. */
    @Override
    public InitializeParams withMeta(Map<String, Object> meta) {
        return new InitializeParams(protocolVersion, capabilities, clientInfo, meta);
    }
}
