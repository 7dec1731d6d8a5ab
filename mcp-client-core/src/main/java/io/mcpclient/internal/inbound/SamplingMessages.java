package io.mcpclient.internal.inbound;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.SamplingContent;
import io.mcpclient.schema.SamplingMessage;
import io.mcpclient.schema.ToolResultContent;
import io.mcpclient.schema.ToolUseContent;

/**
 * Checks that tool calls and tool results in a conversation match. Models reject conversations in which they do not, each with
 * a different error.
 *
 * @see "MCP 2025-11-25, client/sampling, Message Content Constraints (SMP-12)"
 */
final class SamplingMessages {

    private static final String MISSING = "Tool result missing in request";

    private static final String MIXED = "Tool results mixed with other content";

    private SamplingMessages() {}

    /**
     * Returns the first mismatch.
     * @param messages the conversation
     * @return the problem, suitable for a response, or {@code null} if there is none
     */
    static @Nullable String imbalance(List<SamplingMessage> messages) {
        for (int i = 0; i < messages.size(); i++) {
            List<SamplingContent> content = messages.get(i).content();
            long results = count(content, ToolResultContent.class);
            if (results > 0 && results < content.size()) {
                return MIXED;
            }
            if (count(content, ToolUseContent.class) > 0) {
                List<SamplingContent> next =
                        (i + 1 < messages.size()) ? messages.get(i + 1).content() : List.of();
                if (!areAnswered(content, next)) {
                    return MISSING;
                }
            }
        }
        return null;
    }

    /** Every call has exactly one result. That results stand alone is checked with their own message. */
    private static boolean areAnswered(List<SamplingContent> calls, List<SamplingContent> next) {
        return calls.stream()
                .filter(ToolUseContent.class::isInstance)
                .map(call -> ((ToolUseContent) call).id())
                .allMatch(id -> next.stream()
                                .filter(block -> block instanceof ToolResultContent result
                                        && result.toolUseId().equals(id))
                                .count()
                        == 1);
    }

    private static long count(List<SamplingContent> content, Class<? extends SamplingContent> type) {
        return content.stream().filter(type::isInstance).count();
    }
}
