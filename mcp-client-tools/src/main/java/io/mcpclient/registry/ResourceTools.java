package io.mcpclient.registry;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.call.McpToolUse;
import io.mcpclient.internal.model.ModelResults;
import io.mcpclient.model.McpModelResult;
import io.mcpclient.model.McpResultRules;
import io.mcpclient.schema.ReadResourceResult;
import io.mcpclient.schema.Resource;
import io.mcpclient.schema.ResourceTemplate;
import io.mcpclient.schema.Tool;

/**
 * The tools {@code list_resources} and {@code read_resource}. Rules for the tools of a server apply to both by these names;
 * reading needs approval like a call of a tool.
 *
 * <table>
 * <caption>a URI: the first of the first three rows, unless the last one applies</caption>
 * <tr><th>URI</th><th>read</th><th>for the approval policy</th></tr>
 * <tr><td>listed by the server</td><td>yes</td><td>read-only</td></tr>
 * <tr><td>matches a listed template</td><td>yes</td><td>not read-only: the model chooses what the server receives</td></tr>
 * <tr><td>any other</td><td>if resources are open</td><td>not read-only</td></tr>
 * <tr><td>one of a skill, at a server whose skills are used</td><td>no: it would be no load</td><td>–</td></tr>
 * </table>
 */
final class ResourceTools {

    static final String LIST = "list_resources";

    static final String READ = "read_resource";

    /** A list is meant for a model's context. */
    private static final int MAX_LISTED = 200;

    private static final String SERVER = "server";

    private static final String URI = "uri";

    private static final Tool LIST_TOOL = LibraryTool.define(
            LIST, "Lists the resources that can be read: documents and data of servers, as JSON.", true, Map.of());

    private static final Tool READ_TOOL = reading(true);

    /** For a URI that the model has made: its server receives what the model wrote. */
    private static final Tool FREE_READ_TOOL = reading(false);

    private final DefaultMcpToolRegistry registry;

    private final McpResourceRegistry resources;

    private final McpToolSelection selection;

    private ResourceTools(DefaultMcpToolRegistry registry, McpResourceRegistry resources, McpToolSelection selection) {
        this.registry = registry;
        this.resources = resources;
        this.selection = selection;
    }

    static List<McpModelTool> of(
            DefaultMcpToolRegistry registry, McpResourceRegistry resources, McpToolSelection selection) {
        ResourceTools tools = new ResourceTools(registry, resources, selection);
        return List.of(
                new LibraryTool(LIST_TOOL, (arguments, options) -> tools.list()),
                new LibraryTool(READ_TOOL, tools::read));
    }

    private static Tool reading(boolean readOnly) {
        return LibraryTool.define(
                READ,
                "Reads one resource of a server.",
                readOnly,
                LibraryTool.orderedMap(
                        SERVER, LibraryTool.property("string", "Name of the server, as listed"),
                        URI,
                                LibraryTool.property(
                                        "string", "URI of the resource, as listed or made from a listed template")),
                SERVER,
                URI);
    }

    private boolean permits(Tool tool, String server) {
        return this.selection.hasServer(server) && this.registry.rules().permits(tool, server, this.selection);
    }

    private McpModelResult list() {
        McpResourceSnapshot snapshot = this.resources.snapshot();
        List<Map<String, Object>> listed = new ArrayList<>();
        snapshot.resources().stream()
                .filter(resource -> resource.available() && permits(LIST_TOOL, resource.server()))
                .forEach(resource -> listed.add(described(resource)));
        snapshot.templates().stream()
                .filter(template -> template.available() && permits(LIST_TOOL, template.server()))
                .forEach(template -> listed.add(described(template)));
        Map<String, Object> result = new LinkedHashMap<>();
        List<Map<String, Object>> shown = shown(listed);
        result.put("resources", shown);
        if (listed.size() > shown.size()) {
            result.put("omitted", listed.size() - shown.size());
        }
        return McpModelResult.ofText(LibraryTool.CODEC.toJson(result));
    }

    /** Returns the resources that results have room for. The list is not cut as a text, because it would be no JSON any more. */
    private List<Map<String, Object>> shown(List<Map<String, Object>> listed) {
        Integer maxLength = this.registry.settings().results().maxLength();
        int remaining = (maxLength != null) ? maxLength : Integer.MAX_VALUE;
        List<Map<String, Object>> shown = new ArrayList<>();
        for (Map<String, Object> each : listed) {
            int length =
                    (shown.size() < MAX_LISTED) ? LibraryTool.CODEC.toJson(each).length() : Integer.MAX_VALUE;
            if (length < remaining) {
                remaining -= length + 1;
                shown.add(each);
            }
        }
        return shown;
    }

    private static Map<String, Object> described(McpRegisteredResource registered) {
        Resource resource = registered.resource();
        Map<String, Object> members = new LinkedHashMap<>();
        members.put(SERVER, registered.server());
        members.put(URI, resource.uri());
        members.put("name", resource.displayName());
        put(members, "description", resource.description());
        put(members, "mimeType", resource.mimeType());
        put(members, "size", resource.size());
        return members;
    }

    private static Map<String, Object> described(McpRegisteredResourceTemplate registered) {
        ResourceTemplate template = registered.template();
        Map<String, Object> members = new LinkedHashMap<>();
        members.put(SERVER, registered.server());
        members.put("uriTemplate", template.uriTemplate());
        put(members, "name", template.name());
        put(members, "description", template.description());
        put(members, "mimeType", template.mimeType());
        return members;
    }

    private static void put(Map<String, Object> members, String key, @Nullable Object value) {
        if (value != null) {
            members.put(key, value);
        }
    }

    private McpModelResult read(Map<String, Object> arguments, McpCallOptions options) {
        String server = LibraryTool.text(SERVER, arguments);
        String uri = LibraryTool.text(URI, arguments);
        McpResourceSnapshot known = this.resources.snapshot();
        boolean isListed = known.find(server, uri).isPresent();
        boolean isReadable = isListed
                || isMade(known, server, uri)
                || this.registry.settings().openResources();
        Tool tool = isListed ? READ_TOOL : FREE_READ_TOOL;
        if (!isReadable || !permits(tool, server)) {
            return refusal(
                    "The resource was not read: no such resource is listed. Use the server and the URI of a resource that "
                            + LIST + " returns, or a URI made from a listed template.");
        }
        if (SkillResources.isSkill(uri) && this.registry.usesSkills(server)) {
            return refusal("The resource was not read: it belongs to a skill. Load the skill with "
                    + SkillResources.LOAD + ", and read its files with " + SkillResources.READ_FILE + ".");
        }
        McpCallOptions use = options.withToolUse(new McpToolUse(tool, arguments));
        ReadResourceResult result = this.registry.cleaned(this.resources.read(server, uri, use));
        McpResultRules rules = this.registry.rules().results(server);
        return ModelResults.of(result, rules, this.registry.retained().keeper(options));
    }

    private static McpModelResult refusal(String text) {
        return new McpModelResult(text, List.of(), true, null, null);
    }

    private static boolean isMade(McpResourceSnapshot known, String server, String uri) {
        return known.templates().stream()
                .anyMatch(template -> template.server().equals(server)
                        && UriTemplateMatcher.matches(template.template().uriTemplate(), uri));
    }
}
