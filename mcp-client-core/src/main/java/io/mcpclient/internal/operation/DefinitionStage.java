package io.mcpclient.internal.operation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpInterceptor;
import io.mcpclient.internal.support.SafeText;
import io.mcpclient.internal.support.VisibleText;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonSize;
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

/**
 * Stage that removes invisible characters from definitions, which a model would read and a person would not see, see
 * {@link VisibleText}. Removals are reported with the list. Thread-safe.
 *
 * <table>
 * <caption>handling of invisible characters</caption>
 * <tr><th>location</th><th>consequence</th></tr>
 * <tr><td>name of a tool, a prompt or an argument, or name of a member at any depth</td><td>the item is dropped: it could not
 * be used under another name</td></tr>
 * <tr><td>addresses, patterns and references</td><td>none: they are not texts, and would stop working</td></tr>
 * <tr><td>any other text: titles, descriptions, values of a schema</td><td>the characters are removed</td></tr>
 * </table>
 *
 * To see a definition as the server sent it, request the list with {@code McpClient.request} as a {@code Map}.
 *
 * @see "faults I01, I05, I06"
 */
public final class DefinitionStage implements McpInterceptor {

    private static final Logger logger = LoggerFactory.getLogger(DefinitionStage.class);

    private static final Set<String> LISTS = Set.of(
            McpMethods.TOOLS_LIST,
            McpMethods.PROMPTS_LIST,
            McpMethods.RESOURCES_LIST,
            McpMethods.RESOURCES_TEMPLATES_LIST);

    private static final Set<String> NO_TEXTS =
            Set.of("uri", "uriTemplate", "src", "mimeType", "$ref", "$id", "$schema", "pattern", "x-mcp-header");

    private static final int NAMED = 5;

    private static final int MAX_KNOWN = 1_000;

    private final String serverName;

    private final JsonCodec codec;

    /** Items that were already logged. */
    private final Set<String> known = new LinkedHashSet<>();

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
        return LISTS.contains(call.method()) ? result.map(this::visible) : result;
    }

    private Object visible(Object result) {
        if (result instanceof ListToolsResult page) {
            return visible(page, Tool.class, true);
        }
        if (result instanceof ListPromptsResult page) {
            return visible(page, Prompt.class, true);
        }
        if (result instanceof ListResourcesResult page) {
            return visible(page, Resource.class, false);
        }
        if (result instanceof ListResourceTemplatesResult page) {
            return visible(page, ResourceTemplate.class, false);
        }
        return result;
    }

    private <T> ListPage<T> visible(ListPage<T> page, Class<T> type, boolean isNamed) {
        List<T> measured = JsonCodec.measured(page.items());
        if (JsonCodec.sizesOf(measured).stream().allMatch(JsonSize::isPlain)) {
            return page.withItems(measured, page.dropped()); // as most: others are looked at character by character
        }
        List<T> items = new ArrayList<>(page.items().size());
        List<DroppedItem> reports = new ArrayList<>();
        for (T item : page.items()) {
            Map<?, ?> json = this.codec.convert(item, Map.class);
            Cleaning cleaning = new Cleaning(isNamed);
            Object cleaned = cleaning.value("", json);
            if (!cleaning.isDirty()) {
                items.add(item);
                continue;
            }
            String name = SafeText.excerpt(String.valueOf((json != null) ? json.get(isNamed ? "name" : "uri") : ""));
            T visible = cleaning.isUnusable ? null : this.codec.convert(cleaned, type);
            if (visible != null) {
                items.add(visible);
                cleaning.members.forEach(
                        member -> reports.add(new DroppedItem(name, member, "invisible characters were removed")));
            } else {
                reports.add(DroppedItem.of(name, "a name in it contains invisible characters"));
            }
        }
        if (reports.isEmpty()) {
            return page;
        }
        warn(reports);
        List<DroppedItem> dropped = new ArrayList<>(page.dropped());
        dropped.addAll(reports);
        return page.withItems(items, dropped);
    }

    /** Invisible characters in a definition are hardly an accident, but one warning per item is enough. */
    private void warn(List<DroppedItem> reports) {
        Set<String> names =
                reports.stream().map(DroppedItem::name).collect(Collectors.toCollection(LinkedHashSet::new));
        synchronized (this) {
            names.removeAll(this.known);
            names.stream().limit(Math.max(0, MAX_KNOWN - this.known.size())).forEach(this.known::add);
        }
        if (!names.isEmpty()) {
            logger.warn(
                    "MCP server \"{}\": definitions contain invisible characters and are listed without them or"
                            + " dropped: {}{}",
                    this.serverName,
                    names.stream().limit(NAMED).collect(Collectors.joining(", ")),
                    (names.size() > NAMED) ? " and " + (names.size() - NAMED) + " more" : "");
        }
    }

    /** One pass through one definition. */
    private static final class Cleaning {

        private final boolean isNamed;

        /** Top-level members of the definition that contain cleaned text. */
        private final Set<String> members = new LinkedHashSet<>();

        private boolean isUnusable;

        private String member = "";

        Cleaning(boolean isNamed) {
            this.isNamed = isNamed;
        }

        boolean isDirty() {
            return this.isUnusable || !this.members.isEmpty();
        }

        @Nullable
        Object value(String name, @Nullable Object value) {
            if (value instanceof Map<?, ?> json) {
                return members(json);
            }
            if (value instanceof List<?> list) {
                List<@Nullable Object> copy = new ArrayList<>(list.size());
                list.forEach(item -> copy.add(value(name, item)));
                return copy;
            }
            return (value instanceof String text) ? text(name, text) : value;
        }

        private Map<String, @Nullable Object> members(Map<?, ?> json) {
            boolean isTop = this.member.isEmpty();
            Map<String, @Nullable Object> copy = new LinkedHashMap<>();
            json.forEach((key, value) -> {
                String name = String.valueOf(key);
                this.member = isTop ? name : this.member;
                this.isUnusable |= !VisibleText.isVisible(name);
                copy.put(name, value(name, value));
            });
            this.member = isTop ? "" : this.member;
            return copy;
        }

        private @Nullable String text(String name, String text) {
            if (VisibleText.isVisible(text) || NO_TEXTS.contains(name)) {
                return text;
            }
            if (this.isNamed && name.equals("name")) {
                this.isUnusable = true;
                return text;
            }
            this.members.add(SafeText.excerpt(this.member));
            return VisibleText.of(text);
        }
    }
}
