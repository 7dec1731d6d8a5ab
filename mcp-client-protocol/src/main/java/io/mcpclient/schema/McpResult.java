package io.mcpclient.schema;

import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * Result of an outgoing request. Since 2026-07-28 it carries a result type; a result that is not complete holds the members
 * of another result type in {@link #extra()}.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic">MCP: ResultType</a>
 */
public interface McpResult {

    /** Result type as received; {@code null}, as in all revisions before 2026-07-28, means complete. */
    @Nullable
    ResultType resultType();

    /** The {@code _meta} object, or {@code null}. */
    @Nullable
    Map<String, Object> meta();

    /** Unmodelled members, as plain JSON. */
    Map<String, Object> extra();

    /** Whether this is the final result rather than a request for input or a task. */
    default boolean hasAnswer() {
        ResultType type = resultType();
        return type == null || type.equals(ResultType.COMPLETE);
    }

    /**
     * Returns the input requests of this result, if it is incomplete: the client retries the request with the responses.
     * @return the input-required result, or empty if this result has another type
     * @throws IllegalArgumentException if it has that type but is malformed
     */
    default Optional<InputRequiredResult> inputRequired() {
        return ResultType.INPUT_REQUIRED.equals(resultType())
                ? Optional.of(InputRequiredResult.of(this))
                : Optional.empty();
    }
}
