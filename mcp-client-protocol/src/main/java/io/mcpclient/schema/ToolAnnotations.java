package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;

/**
 * Hints about the behaviour of a tool. Hints from an untrusted server are not reliable: do not base permissions on them.
 * The library ignores them unless it is configured to trust a server's hints on repeatable calls.
 *
 * @param title display name
 * @param readOnlyHint see {@link #isReadOnly()}
 * @param destructiveHint see {@link #isDestructive()}
 * @param idempotentHint see {@link #isIdempotent()}
 * @param openWorldHint see {@link #isOpenWorld()}
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/schema">MCP: Schema Reference, ToolAnnotations</a>
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

    /** Whether the tool is read-only; absent means no. */
    public boolean isReadOnly() {
        return Boolean.TRUE.equals(this.readOnlyHint);
    }

    /** Whether the tool may perform destructive updates, meaningful only if it is not read-only; absent means yes. */
    public boolean isDestructive() {
        return !Boolean.FALSE.equals(this.destructiveHint);
    }

    /** Whether repeated calls with the same arguments have no additional effect; absent means no. */
    public boolean isIdempotent() {
        return Boolean.TRUE.equals(this.idempotentHint);
    }

    /** Whether the tool interacts with an open world of external entities, such as web search; absent means yes. */
    public boolean isOpenWorld() {
        return !Boolean.FALSE.equals(this.openWorldHint);
    }
}
