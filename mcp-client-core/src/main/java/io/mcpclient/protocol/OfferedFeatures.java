package io.mcpclient.protocol;

import java.util.Map;
import java.util.function.Predicate;

import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.ServerCapabilities;

/**
 * What a server must have declared before a request is sent to it (CAP-07, LIFE-05). Methods that are not in the table
 * need nothing.
 */
public final class OfferedFeatures {

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

    /** What an absent feature makes of a list: it is empty, and nothing has to be asked. */
    private static final Map<String, String> LISTS = Map.of(
            McpMethods.TOOLS_LIST, "tools",
            McpMethods.RESOURCES_LIST, "resources",
            McpMethods.RESOURCES_TEMPLATES_LIST, "resourceTemplates",
            McpMethods.PROMPTS_LIST, "prompts");

    private OfferedFeatures() {}

    /**
     * Tells whether a request may be sent.
     * @param method its method
     * @param server what the server said about itself
     * @return whether the server has declared what the method needs
     */
    public static boolean include(String method, ServerDescription server) {
        Feature feature = NEEDED.get(method);
        if (feature == null || feature.isDeclared().test(server.capabilities())) {
            return true;
        }
        // The first revision had completion, but no way to declare it (CAP-08).
        return method.equals(McpMethods.COMPLETION_COMPLETE)
                && !server.revision().declaresCompletions();
    }

    /**
     * Returns what a method needs.
     * @param method its method
     * @return name of the capability, for messages
     */
    public static String neededFor(String method) {
        Feature feature = NEEDED.get(method);
        return (feature != null) ? feature.name() : method;
    }

    /**
     * Tells whether a method asks for a list, which is empty where the feature is absent.
     * @param method its method
     * @return name of the member of the result that holds the list, or an empty string if it is no list
     */
    public static String listIn(String method) {
        return LISTS.getOrDefault(method, "");
    }

    private record Feature(String name, Predicate<ServerCapabilities> isDeclared) {}
}
