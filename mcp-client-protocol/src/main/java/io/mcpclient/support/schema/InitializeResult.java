package io.mcpclient.support.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;
import io.mcpclient.schema.Implementation;
import io.mcpclient.schema.ServerCapabilities;

/**
 * Result of {@code initialize}.
 *
 * @param protocolVersion protocol revision that the server wants to use
 * @param capabilities capabilities of the server; absent means none
 * @param serverInfo name and version reported by the server, or {@code null} if absent
 * @param instructions instructions for using the server; untrusted text
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle">MCP: Lifecycle</a>
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
