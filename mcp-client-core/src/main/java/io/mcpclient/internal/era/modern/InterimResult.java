package io.mcpclient.internal.era.modern;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.InputRequiredResult;
import io.mcpclient.schema.McpResult;
import io.mcpclient.schema.ResultType;

/**
 * Reads the type of a result and the input that it requests, from a record of the vocabulary or plain JSON.
 *
 * @see "MCP 2026-07-28, basic/index, resultType (RPC-18, RPC-19); basic/patterns/mrtr (MRTR-01)"
 */
final class InterimResult {

    private InterimResult() {}

    /**
     * Returns the type of a result.
     * @return the type; complete if it has none, an unknown one if it is not a string
     */
    static ResultType kindOf(Object result) {
        ResultType kind;
        if (result instanceof McpResult known) {
            kind = known.resultType();
        } else {
            Object named = (result instanceof Map<?, ?> plain) ? plain.get("resultType") : null;
            kind = (named != null) ? new ResultType(String.valueOf(named)) : null;
        }
        return (kind != null) ? kind : ResultType.COMPLETE;
    }

    /**
     * Returns the requested input.
     * @param result a result of type {@code input_required}
     * @return the input requests, or a state, or both
     * @throws IllegalArgumentException if it is malformed, or requests nothing
     */
    static InputRequiredResult read(Object result) {
        McpResult known = (result instanceof McpResult record) ? record : Plain.of((Map<?, ?>) result);
        InputRequiredResult asked = InputRequiredResult.of(known);
        if (!asked.isValid()) {
            throw new IllegalArgumentException("neither \"inputRequests\" nor \"requestState\" is present");
        }
        return asked;
    }

    private record Plain(
            @Nullable ResultType resultType, @Nullable Map<String, Object> meta, Map<String, Object> extra)
            implements McpResult {

        static Plain of(Map<?, ?> result) {
            Map<String, Object> members = new LinkedHashMap<>();
            result.forEach((name, value) -> members.put(String.valueOf(name), value));
            return new Plain(ResultType.INPUT_REQUIRED, null, members);
        }
    }
}
