package io.mcpclient.schema;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * Data of the error -32022.
 *
 * @param supported revisions the server speaks
 * @param requested revision the request asked for
 * @param extra members not modelled here, kept as they came
 * @see "MCP 2026-07-28, basic/versioning"
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
