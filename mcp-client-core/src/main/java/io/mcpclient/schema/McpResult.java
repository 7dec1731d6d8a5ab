package io.mcpclient.schema;

import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * The result of a request of ours, whatever it is. From 2026-07-28 on it says of what kind it is: one that is not
 * complete holds the members of another result among its {@link #extra()} ones.
 *
 * @see "MCP 2026-07-28, basic/index, resultType (RPC-18 to RPC-20)"
 */
public interface McpResult {

    /** Kind of result as the server sent it; {@code null}, as in all revisions before 2026-07-28, means complete. */
    @Nullable
    ResultType resultType();

    /** The {@code _meta} object, or {@code null}. */
    @Nullable
    Map<String, Object> meta();

    /** Members that are not modelled, as plain JSON. */
    Map<String, Object> extra();

    /** Whether this is the final answer, and not a question or a task. */
    default boolean hasAnswer() {
        ResultType type = resultType();
        return type == null || type.equals(ResultType.COMPLETE);
    }

    /**
     * The questions in this result, if it is not the answer yet: the same request is to be sent again with answers to
     * them.
     * @return the unfinished answer, or empty if this result is of another kind
     * @throws IllegalArgumentException if it says that it is one and is malformed
     */
    default Optional<InputRequiredResult> inputRequired() {
        return ResultType.INPUT_REQUIRED.equals(resultType())
                ? Optional.of(InputRequiredResult.of(this))
                : Optional.empty();
    }
}
