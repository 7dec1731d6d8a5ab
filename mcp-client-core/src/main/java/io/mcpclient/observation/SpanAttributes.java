package io.mcpclient.observation;

import io.micrometer.common.KeyValues;
import io.micrometer.common.docs.KeyName;
import org.jspecify.annotations.Nullable;

import io.mcpclient.observation.McpClientObservationDocumentation.HighCardinalityKeys;

/** The name and the attributes of a span, shared by the default conventions. */
final class SpanAttributes {

    private SpanAttributes() {}

    static KeyValues of(McpClientObservationContext context) {
        McpMessage message = context.getMessage();
        KeyValues values = with(context.identity(), HighCardinalityKeys.RESOURCE_URI, message.resourceUri());
        values = with(values, HighCardinalityKeys.TOOL_ARGUMENTS, message.arguments());
        return with(values, HighCardinalityKeys.TOOL_RESULT, context.getResultText());
    }

    private static KeyValues with(KeyValues values, KeyName key, @Nullable String value) {
        return (value != null) ? values.and(key.withValue(value)) : values;
    }

    /** Returns method and target; a target is used only if it has low cardinality. */
    static String name(McpMessage message) {
        String target = (message.toolName() != null) ? message.toolName() : message.promptName();
        return (target != null && !target.equals(McpMessage.UNKNOWN))
                ? message.method() + " " + target
                : message.method();
    }
}
