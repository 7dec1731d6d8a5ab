package io.mcpclient.internal.era.modern;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.inbound.ClientFeatures;
import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.text.SafeText;

/**
 * Reads from an error the client capabilities that a server requires, and suggests a remedy. The request is not repeated: every
 * capability with a handler was declared in it already.
 *
 * @see "MCP 2026-07-28, basic/index, _meta (CAP-09)"
 */
final class MissingCapabilities {

    /** Maximum number of capabilities in one message. */
    private static final int MAX_NAMED = 8;

    private MissingCapabilities() {}

    /**
     * Returns the remedy for an error.
     * @param error an error that the server returned
     * @return one or more sentences, or {@code null} if it is a different error
     */
    static @Nullable String remedyFor(JsonRpcError error) {
        if (error.code() != McpErrorCodes.MISSING_REQUIRED_CLIENT_CAPABILITY) {
            return null;
        }
        Object required = (error.data() instanceof Map<?, ?> data) ? data.get("requiredCapabilities") : null;
        List<String> names = (required instanceof Map<?, ?> capabilities) ? names(capabilities) : List.of();
        return names.isEmpty()
                ? "The server needs a capability that this client does not offer: register a handler for it."
                : names.stream()
                        .limit(MAX_NAMED)
                        .map(MissingCapabilities::remedy)
                        .collect(Collectors.joining(" "));
    }

    /**
     * The capabilities with nested ones, such as {@code sampling.tools}; a capability with nested ones is not listed itself.
     */
    private static List<String> names(Map<?, ?> required) {
        List<String> names = new ArrayList<>();
        required.forEach((name, value) -> {
            if (value instanceof Map<?, ?> inner && !inner.isEmpty()) {
                inner.keySet().forEach(part -> names.add(name + "." + part));
            } else if (value != null) {
                names.add(String.valueOf(name));
            }
        });
        return names;
    }

    private static String remedy(String capability) {
        String handler = ClientFeatures.handlerName(capability);
        String needed = "The server needs the capability \"" + SafeText.excerpt(capability, 64) + "\"";
        return (handler != null)
                ? needed + ": register " + handler + "."
                : needed + ", which this client does not support.";
    }
}
