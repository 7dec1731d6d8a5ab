package io.mcpclient.support.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;
import io.mcpclient.schema.ClientCapabilities;
import io.mcpclient.schema.Implementation;
import io.mcpclient.schema.McpRequestParams;

/**
 * Params of {@code initialize}.
 *
 * @param protocolVersion latest protocol revision supported by the client
 * @param capabilities capabilities of the client
 * @param clientInfo name and version of the client
 * @param meta the {@code _meta} object, or {@code null}
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle">MCP: Lifecycle</a>
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

    /** Creates params with the three members that the protocol requires. */
    public static InitializeParams of(
            String protocolVersion, ClientCapabilities capabilities, Implementation clientInfo) {
        return new InitializeParams(protocolVersion, capabilities, clientInfo, null);
    }

    /** Returns a copy with this {@code meta}. */
    @Override
    public InitializeParams withMeta(Map<String, Object> meta) {
        return new InitializeParams(this.protocolVersion, this.capabilities, this.clientInfo, meta);
    }
}
