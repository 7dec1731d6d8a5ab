package io.mcpclient.registry;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.internal.support.SafeText;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.Tool;

/**
 * Two tools with which a model finds and calls tools that it was not offered: {@code search_tools} and {@code call_tool}.
 * They exist for models only, in the integrations with Spring AI and LangChain4j; no server has them. Rules for tools apply:
 * a search finds only tools of the selection that all filters accept, and a call needs approval like any other.
 * Thread-safe.
 */
public final class McpToolSearch {

    /** Tools in the result of one search. */
    private static final int MAX_FOUND = 10;

    private static final String QUERY = "query";

    private static final String NAME = "name";

    private static final String ARGUMENTS = "arguments";

    private final McpToolRegistry registry;

    private final McpToolSelection selection;

    private final Tool searchTool;

    private final Tool callTool;

    McpToolSearch(McpToolRegistry registry, McpToolSelection selection, Predicate<String> isTaken) {
        this.registry = registry;
        this.selection = selection;
        String search = free("search_tools", isTaken);
        this.searchTool = tool(
                search,
                "Searches for tools. More tools exist than are listed here: search before you conclude that something"
                        + " cannot be done. Returns names, descriptions and input schemas.",
                Map.of(QUERY, property("string", "What the tool should do, in a few words")),
                List.of(QUERY));
        this.callTool = tool(
                free("call_tool", isTaken),
                "Calls a tool that " + search + " has returned.",
                orderedMap(
                        NAME, property("string", "Name of the tool, as returned by " + search),
                        ARGUMENTS, property("object", "Arguments of the tool, by its input schema")),
                List.of(NAME, ARGUMENTS));
    }

    private static Tool tool(String name, String description, Map<String, Object> properties, List<String> required) {
        Map<String, Object> schema = orderedMap("type", "object", "properties", properties);
        schema.put("required", required);
        return new Tool(name, null, description, schema, null, null, null, List.of(), null, Map.of());
    }

    private static String free(String name, Predicate<String> isTaken) {
        String free = name;
        while (isTaken.test(free)) {
            free = "mcp_" + free;
        }
        return free;
    }

    private static Map<String, Object> property(String type, String description) {
        return orderedMap("type", type, "description", description);
    }

    private static Map<String, Object> orderedMap(String one, Object first, String other, Object second) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(one, first);
        map.put(other, second);
        return map;
    }

    /**
     * Returns the definition of the tool that searches.
     * @return the definition; its argument {@code query} is a string
     */
    public Tool searchTool() {
        return this.searchTool;
    }

    /**
     * Returns the definition of the tool that calls.
     * @return the definition; its arguments are {@code name}, a string, and {@code arguments}, an object
     */
    public Tool callTool() {
        return this.callTool;
    }

    /**
     * Searches for tools, without sending a request.
     * @param arguments arguments of {@code search_tools} from a model
     * @return for each tool its {@code name}, {@code description} and {@code inputSchema}, best first; ten at most
     * @throws McpRejectedException if there is no query
     */
    public List<Map<String, Object>> search(Map<String, Object> arguments) {
        String query = text(this.searchTool, QUERY, arguments);
        return this.registry.search(this.selection.query(query), MAX_FOUND).stream()
                .map(McpToolSearch::described)
                .toList();
    }

    private static Map<String, Object> described(McpRegisteredTool tool) {
        Map<String, Object> described = new LinkedHashMap<>();
        described.put(NAME, tool.name());
        String description = tool.description();
        described.put("description", (description != null) ? description : tool.displayName());
        described.put("inputSchema", tool.tool().inputSchema());
        return described;
    }

    /**
     * Returns the tool that a model wants to call.
     * @param arguments arguments of {@code call_tool} from a model
     * @return the tool
     * @throws McpRejectedException if there is no name, or no such tool in the selection
     */
    public McpRegisteredTool calledTool(Map<String, Object> arguments) {
        String name = text(this.callTool, NAME, arguments);
        return this.registry
                .select(this.selection)
                .find(name)
                .orElseThrow(() -> rejected(
                        "no tool is named \"" + SafeText.excerpt(name) + "\"",
                        McpRejectedException.Reason.UNKNOWN_TOOL));
    }

    /**
     * Returns the arguments of the tool that a model wants to call.
     * @param arguments arguments of {@code call_tool} from a model
     * @return the arguments, empty if there are none
     * @throws McpRejectedException if they are not an object
     */
    public Map<String, Object> calledArguments(Map<String, Object> arguments) {
        @Nullable Object passed = arguments.get(ARGUMENTS);
        if (passed == null) {
            return Map.of();
        }
        if (!(passed instanceof Map<?, ?> members)) {
            throw rejected("\"arguments\" is not an object", McpRejectedException.Reason.INVALID_ARGUMENT);
        }
        Map<String, Object> copy = new LinkedHashMap<>();
        members.forEach((name, value) -> copy.put(String.valueOf(name), value));
        return copy;
    }

    private static String text(Tool tool, String argument, Map<String, Object> arguments) {
        if (arguments.get(argument) instanceof String text && !text.isBlank()) {
            return text;
        }
        throw rejected(
                "the argument \"" + argument + "\" of " + tool.name() + " is missing",
                McpRejectedException.Reason.INVALID_ARGUMENT);
    }

    private static McpRejectedException rejected(String problem, McpRejectedException.Reason reason) {
        return new McpRejectedException(
                McpErrorDetails.ofNoServer(McpMethods.TOOLS_CALL, McpOutcome.NOT_SENT, problem), reason);
    }
}
