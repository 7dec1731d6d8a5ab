package io.mcpclient.internal.era;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.McpCall;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.internal.extension.EnabledExtensions;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.ServerCapabilities;
import io.mcpclient.status.McpServerDescription;

/**
 * Capabilities that a server must declare before a request is sent to it (CAP-07, LIFE-05). Methods that are not in the table
 * need none.
 */
public final class CapabilityGuard {

    private static final Map<String, Feature> NEEDED = Map.ofEntries(
            Map.entry(McpMethods.TOOLS_LIST, new Feature("tools", ServerCapabilities::hasTools)),
            Map.entry(McpMethods.TOOLS_CALL, new Feature("tools", ServerCapabilities::hasTools)),
            Map.entry(McpMethods.RESOURCES_LIST, new Feature("resources", ServerCapabilities::hasResources)),
            Map.entry(McpMethods.RESOURCES_TEMPLATES_LIST, new Feature("resources", ServerCapabilities::hasResources)),
            Map.entry(McpMethods.RESOURCES_READ, new Feature("resources", ServerCapabilities::hasResources)),
            Map.entry(
                    McpMethods.RESOURCES_SUBSCRIBE,
                    new Feature("resources.subscribe", ServerCapabilities::hasResourceSubscriptions)),
            Map.entry(
                    McpMethods.RESOURCES_UNSUBSCRIBE,
                    new Feature("resources.subscribe", ServerCapabilities::hasResourceSubscriptions)),
            Map.entry(McpMethods.PROMPTS_LIST, new Feature("prompts", ServerCapabilities::hasPrompts)),
            Map.entry(McpMethods.PROMPTS_GET, new Feature("prompts", ServerCapabilities::hasPrompts)),
            Map.entry(McpMethods.COMPLETION_COMPLETE, new Feature("completions", ServerCapabilities::hasCompletions)),
            Map.entry(McpMethods.LOGGING_SET_LEVEL, new Feature("logging", ServerCapabilities::hasLogging)));

    /** Lists of an undeclared capability are empty, without a request. */
    private static final Map<String, String> LISTS = Map.of(
            McpMethods.TOOLS_LIST, "tools",
            McpMethods.RESOURCES_LIST, "resources",
            McpMethods.RESOURCES_TEMPLATES_LIST, "resourceTemplates",
            McpMethods.PROMPTS_LIST, "prompts");

    private CapabilityGuard() {}

    /**
     * Returns whether a request may be sent.
     * @param method its method
     * @param server the server's description of itself
     * @return whether the server has declared what the method needs
     */
    public static boolean include(String method, McpServerDescription server) {
        Feature feature = NEEDED.get(method);
        if (feature == null || feature.isDeclared().test(server.capabilities())) {
            return true;
        }
        // The first revision had completion, but no way to declare it (CAP-08).
        return method.equals(McpMethods.COMPLETION_COMPLETE)
                && !server.revision().declaresCompletions();
    }

    /** A list of an undeclared capability is empty, everything else is rejected. */
    private static Mono<Object> absent(McpCall call, JsonCodec codec) {
        String list = LISTS.get(call.method());
        if (list != null) {
            return Mono.fromSupplier(() -> codec.convert(Map.of(list, List.of()), call.resultType()));
        }
        Feature feature = NEEDED.get(call.method());
        return Mono.error(new McpRejectedException(
                McpErrorDetails.of(
                        call.serverName(),
                        call.method(),
                        McpOutcome.NOT_SENT,
                        "the server does not offer this: it has not declared \""
                                + ((feature != null) ? feature.name() : call.method()) + "\""),
                McpRejectedException.Reason.UNSUPPORTED));
    }

    /**
     * Responds to a request that may not be sent, because the server has declared neither the capability nor the extension that it
     * needs.
     * @param call the request
     * @param server the server's description of itself
     * @param extensions extensions of the client
     * @param codec makes the empty list
     * @return the empty list, or the rejection; {@code null} for a request that may be sent
     */
    public static @Nullable Mono<Object> refused(
            McpCall call, McpServerDescription server, EnabledExtensions extensions, JsonCodec codec) {
        McpException refusal = extensions.refusal(call, server);
        if (refusal != null) {
            return Mono.error(refusal);
        }
        return include(call.method(), server) ? null : absent(call, codec);
    }

    private record Feature(String name, Predicate<ServerCapabilities> isDeclared) {}
}
