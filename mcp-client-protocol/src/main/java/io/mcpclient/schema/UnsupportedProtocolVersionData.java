package io.mcpclient.schema;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;

/**
 * Data of the error -32022.
 *
 * @param supported protocol revisions supported by the server
 * @param requested protocol revision of the request
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning">MCP: Versioning</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record UnsupportedProtocolVersionData(
        List<String> supported,
        @Nullable String requested,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
    public UnsupportedProtocolVersionData {
        supported = Require.list(supported);
        extra = Require.members(extra);
    }
}
