package io.mcpclient.schema;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * Data of the error -32042, only in 2025-11-25: addresses to visit before the request can succeed.
 *
 * @param elicitations the addresses
 * @param extra members not modelled here, kept as they came
 * @see "MCP 2025-11-25, client/elicitation (ELI-28)"
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
