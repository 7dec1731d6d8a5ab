package io.mcpclient.internal.operation;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.slf4j.Logger;
import reactor.core.publisher.Mono;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpInterceptor;
import io.mcpclient.internal.operation.VisibleDefinition.Position;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.schema.CompleteResult;
import io.mcpclient.schema.DroppedItem;
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
import io.mcpclient.support.Loggers;
import io.mcpclient.support.json.JsonSize;
import io.mcpclient.text.SafeText;
import io.mcpclient.text.VisibleText;

/**
 * Stage that removes invisible characters from definitions, which a model would read and a person would not see, see
 * {@link VisibleDefinition}. Removals are reported with the list. Of completions, values with such characters are left out: they
 * would not be the values of the server without them. Thread-safe.
 *
 * <p>To see a definition as the server sent it, request the list with {@code client.raw().request} as a {@code Map}.
 *
 * @see "faults I01, I05, I06"
 */
public final class DefinitionStage implements McpInterceptor {

    private static final Logger logger = Loggers.TOOLS;

    private static final Set<String> METHODS = Set.of(
            McpMethods.TOOLS_LIST,
            McpMethods.PROMPTS_LIST,
            McpMethods.RESOURCES_LIST,
            McpMethods.RESOURCES_TEMPLATES_LIST,
            McpMethods.COMPLETION_COMPLETE);

    private static final int NAMED = 5;

    private static final int MAX_KNOWN = 1_000;

    private final String serverName;

    private final JsonCodec codec;

    /** Items that were already logged. */
    private final Set<String> known = new HashSet<>();

    /**
     * Creates the stage.
     * @param serverName configured name of the server
     * @param codec reads and writes definitions
     */
    public DefinitionStage(String serverName, JsonCodec codec) {
        this.serverName = serverName;
        this.codec = codec;
    }

    @Override
    public Mono<Object> intercept(McpCall call, CallHandler next) {
        Mono<Object> result = next.handle(call);
        return METHODS.contains(call.method()) ? result.map(this::visible) : result;
    }

    private Object visible(Object result) {
        if (result instanceof ListToolsResult page) {
            return visible(page, Tool.class, Position.TOOL);
        }
        if (result instanceof ListPromptsResult page) {
            return visible(page, Prompt.class, Position.PROMPT);
        }
        if (result instanceof ListResourcesResult page) {
            return visible(page, Resource.class, Position.RESOURCE);
        }
        if (result instanceof ListResourceTemplatesResult page) {
            return visible(page, ResourceTemplate.class, Position.RESOURCE_TEMPLATE);
        }
        return (result instanceof CompleteResult completed) ? visible(completed) : result;
    }

    private <T> ListPage<T> visible(ListPage<T> page, Class<T> type, Position position) {
        if (JsonSize.of(page.items()).isPlain()) {
            return page; // as most: others are looked at character by character
        }
        List<T> items = new ArrayList<>(page.items().size());
        List<DroppedItem> reports = new ArrayList<>();
        for (T item : page.items()) {
            if (JsonSize.of(item).isPlain()) {
                items.add(item);
                continue;
            }
            Map<?, ?> json = Objects.requireNonNull(this.codec.convert(item, Map.class));
            VisibleDefinition definition = new VisibleDefinition(json, position);
            if (definition.isUnchanged()) {
                items.add(item);
                continue;
            }
            String name = SafeText.excerpt(String.valueOf(json.get(position.identifier())));
            T visible = (definition.json() != null) ? this.codec.convert(definition.json(), type) : null;
            if (visible != null) {
                items.add(visible);
                definition.changes().forEach((member, change) -> reports.add(new DroppedItem(name, member, change)));
            } else {
                reports.add(DroppedItem.of(name, "a name or an address in it contains invisible characters"));
            }
        }
        if (reports.isEmpty()) {
            return page;
        }
        warn("definitions", reports.stream().map(DroppedItem::name));
        List<DroppedItem> dropped = new ArrayList<>(page.dropped());
        dropped.addAll(reports);
        return page.withItems(items, dropped);
    }

    private CompleteResult visible(CompleteResult result) {
        CompleteResult.Completion completion = result.completion();
        List<String> values =
                completion.values().stream().filter(VisibleText::isVisible).toList();
        if (values.size() == completion.values().size()) {
            return result;
        }
        warn(
                "completions",
                completion.values().stream()
                        .filter(value -> !VisibleText.isVisible(value))
                        .map(SafeText::excerpt));
        return new CompleteResult(
                new CompleteResult.Completion(values, completion.total(), completion.hasMore(), completion.extra()),
                result.resultType(),
                result.meta(),
                result.extra());
    }

    /** Invisible characters are hardly an accident, but one warning per item is enough. */
    private void warn(String what, Stream<String> items) {
        List<String> names;
        synchronized (this) {
            names = items.filter(name -> this.known.size() < MAX_KNOWN && this.known.add(name))
                    .toList();
        }
        if (!names.isEmpty()) {
            logger.warn(
                    "MCP server \"{}\": {} contain invisible characters and are listed without them or"
                            + " dropped: {}{}",
                    this.serverName,
                    what,
                    names.stream().limit(NAMED).collect(Collectors.joining(", ")),
                    (names.size() > NAMED) ? " and " + (names.size() - NAMED) + " more" : "");
        }
    }
}
