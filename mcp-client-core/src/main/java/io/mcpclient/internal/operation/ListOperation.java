package io.mcpclient.internal.operation;

import java.util.function.Function;

import io.mcpclient.schema.ListPage;
import io.mcpclient.schema.ListPromptsResult;
import io.mcpclient.schema.ListResourceTemplatesResult;
import io.mcpclient.schema.ListResourcesResult;
import io.mcpclient.schema.ListToolsResult;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.Prompt;
import io.mcpclient.schema.Resource;
import io.mcpclient.schema.ResourceTemplate;
import io.mcpclient.schema.Tool;

/**
 * One list of the protocol, as data.
 *
 * @param method method of the request for a page, which also names the list in errors and reports
 * @param pageType type of a page
 * @param nameOf returns the name or URI of an item
 * @param isNamed whether items are used by name, so that names have to be unique
 * @param sharesBudget whether all items together have a maximum size
 * @param <P> type of a page
 * @param <T> type of an item
 */
public record ListOperation<P extends ListPage<T>, T>(
        String method, Class<P> pageType, Function<T, String> nameOf, boolean isNamed, boolean sharesBudget) {

    /** Tools; they share one budget because a model reads all of them. */
    public static final ListOperation<ListToolsResult, Tool> TOOLS =
            new ListOperation<>(McpMethods.TOOLS_LIST, ListToolsResult.class, Tool::name, true, true);

    /** Prompts. */
    public static final ListOperation<ListPromptsResult, Prompt> PROMPTS =
            new ListOperation<>(McpMethods.PROMPTS_LIST, ListPromptsResult.class, Prompt::name, true, false);

    /** Resources. */
    public static final ListOperation<ListResourcesResult, Resource> RESOURCES =
            new ListOperation<>(McpMethods.RESOURCES_LIST, ListResourcesResult.class, Resource::uri, false, false);

    /** Resource templates. */
    public static final ListOperation<ListResourceTemplatesResult, ResourceTemplate> RESOURCE_TEMPLATES =
            new ListOperation<>(
                    McpMethods.RESOURCES_TEMPLATES_LIST,
                    ListResourceTemplatesResult.class,
                    ResourceTemplate::uriTemplate,
                    false,
                    false);

    CollectedItems.Rule<T> rule(ListLimits limits) {
        return this.sharesBudget
                ? CollectedItems.Rule.tools(this.nameOf, limits)
                : CollectedItems.Rule.definitions(this.nameOf, limits);
    }
}
