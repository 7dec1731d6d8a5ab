package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * What a server claims about the behaviour of a tool. Claims of a server that is not trusted prove nothing: base no
 * permission on them (TOOL-06, TOOL-07). The library itself decides nothing by them, unless it is told to trust a server
 * in what may be called twice.
 *
 * @param title name for display
 * @param readOnlyHint see {@link #isReadOnly()}
 * @param destructiveHint see {@link #isDestructive()}
 * @param idempotentHint see {@link #isIdempotent()}
 * @param openWorldHint see {@link #isOpenWorld()}
 * @param extra members not modelled here, kept as they came
 * @see "MCP 2026-07-28, schema, ToolAnnotations"
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonAutoDetect(isGetterVisibility = JsonAutoDetect.Visibility.NONE)
public record ToolAnnotations(
        @Nullable String title,
        @Nullable Boolean readOnlyHint,
        @Nullable Boolean destructiveHint,
        @Nullable Boolean idempotentHint,
        @Nullable Boolean openWorldHint,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
    public ToolAnnotations {
        extra = Require.members(extra);
    }

    /** Whether the tool changes nothing; absent means it may. */
    public boolean isReadOnly() {
        return Boolean.TRUE.equals(readOnlyHint);
    }

    /** Whether a change may destroy something, which only matters if the tool is not read-only; absent means yes. */
    public boolean isDestructive() {
        return !Boolean.FALSE.equals(destructiveHint);
    }

    /** Whether calling again with the same arguments changes nothing more; absent means no. */
    public boolean isIdempotent() {
        return Boolean.TRUE.equals(idempotentHint);
    }

    /** Whether the tool deals with an open world, such as web search; absent means yes. */
    public boolean isOpenWorld() {
        return !Boolean.FALSE.equals(openWorldHint);
    }
}
