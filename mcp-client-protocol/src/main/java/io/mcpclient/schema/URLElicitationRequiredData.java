package io.mcpclient.schema;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;

import io.mcpclient.internal.schema.Require;

/**
 * Data of the error -32042, only in 2025-11-25: URL elicitations that must complete before the request can succeed.
 *
 * @param elicitations the URL elicitations
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation">MCP: Elicitation</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record URLElicitationRequiredData(
        List<ElicitURLParams> elicitations,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
    public URLElicitationRequiredData {
        elicitations = Require.list(elicitations);
        extra = Require.members(extra);
    }
}
