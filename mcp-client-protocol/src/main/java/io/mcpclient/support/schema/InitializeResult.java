package io.mcpclient.support.schema;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
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
 * @param omitted why members were left out or replaced that do not fit, never sent
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle">MCP: Lifecycle</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties("omitted")
public record InitializeResult(
        String protocolVersion,
        ServerCapabilities capabilities,
        @Nullable Implementation serverInfo,
        @Nullable String instructions,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta,
        List<String> omitted,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
    public InitializeResult {
        Require.member(protocolVersion, "initialize result", "protocolVersion");
        capabilities = capabilities == null ? ServerCapabilities.none() : capabilities;
        omitted = Require.list(omitted);
        extra = Require.members(extra);
    }

    /** Returns a copy with this {@code omitted}. */
    public InitializeResult withOmitted(List<String> omitted) {
        return new InitializeResult(
                this.protocolVersion,
                this.capabilities,
                this.serverInfo,
                this.instructions,
                this.meta,
                omitted,
                this.extra);
    }
}
