package io.mcpclient.registry;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.model.McpModelResult;
import io.mcpclient.schema.Tool;

/**
 * The tools {@code search_tools} and {@code call_tool}, with which a model finds and calls tools that it was not offered. Rules
 * for tools apply: a search finds only tools of the selection, and a call needs approval like any other.
 */
final class SearchTools {

    static final String SEARCH = "search_tools";

    static final String CALL = "call_tool";

    /** Tools in the result of one search. */
    private static final int MAX_FOUND = 10;

    private static final String QUERY = "query";

    private static final String NAME = "name";

    private static final String ARGUMENTS = "arguments";

    private static final Tool SEARCH_TOOL = LibraryTool.define(
            SEARCH,
            "Searches for tools. More tools exist than are listed here: search before you conclude that something cannot be"
                    + " done. Returns names, descriptions and input schemas.",
            true,
            Map.of(QUERY, LibraryTool.property("string", "What the tool should do, in a few words")),
            QUERY);

    private static final Tool CALL_TOOL = LibraryTool.define(
            CALL,
            "Calls a tool that " + SEARCH + " has returned.",
            null,
            LibraryTool.orderedMap(
                    NAME, LibraryTool.property("string", "Name of the tool, as returned by " + SEARCH),
                    ARGUMENTS, LibraryTool.property("object", "Arguments of the tool, by its input schema")),
            NAME,
            ARGUMENTS);

    private final ModelOffers offers;

    private final McpToolSelection selection;

    private SearchTools(ModelOffers offers, McpToolSelection selection) {
        this.offers = offers;
        this.selection = selection;
    }

    static List<McpModelTool> of(ModelOffers offers, McpToolSelection selection) {
        SearchTools tools = new SearchTools(offers, selection);
        return List.of(new LibraryTool(SEARCH_TOOL, tools::search), new LibraryTool(CALL_TOOL, tools::call));
    }

    private McpModelResult search(Map<String, Object> arguments, McpCallOptions options) {
        String query = LibraryTool.text(QUERY, arguments);
        List<Map<String, Object>> found = this.offers.search(this.selection.query(query), MAX_FOUND).stream()
                .map(SearchTools::described)
                .toList();
        return McpModelResult.ofText(LibraryTool.CODEC.toJson(found));
    }

    private static Map<String, Object> described(McpModelTool tool) {
        Map<String, Object> described = new LinkedHashMap<>();
        described.put(NAME, tool.name());
        described.put("description", tool.description());
        described.put("inputSchema", tool.inputSchema());
        return described;
    }

    private McpModelResult call(Map<String, Object> arguments, McpCallOptions options) {
        String name = LibraryTool.text(NAME, arguments);
        return this.offers.selected(name, this.selection, List.of()).call(text(arguments.get(ARGUMENTS)), options);
    }

    private static @Nullable String text(@Nullable Object arguments) {
        return (arguments != null) ? LibraryTool.CODEC.toJson(arguments) : null;
    }
}
