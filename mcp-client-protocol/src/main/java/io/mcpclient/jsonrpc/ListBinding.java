package io.mcpclient.jsonrpc;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

import io.mcpclient.schema.DroppedItem;
import io.mcpclient.schema.ListPage;
import io.mcpclient.schema.ListPromptsResult;
import io.mcpclient.schema.ListResourceTemplatesResult;
import io.mcpclient.schema.ListResourcesResult;
import io.mcpclient.schema.ListToolsResult;
import io.mcpclient.schema.Prompt;
import io.mcpclient.schema.Resource;
import io.mcpclient.schema.ResourceTemplate;
import io.mcpclient.schema.Tool;
import io.mcpclient.text.SafeText;

/**
 * Parses a page of a list item by item after parsing it as a whole failed. An invalid member is removed from its item; if
 * the member is essential, the item is omitted ({@link PartialBinding}). See {@link ListPage} for the rules; the table below lists
 * the essential members: {@code []} stands for any element. Immutable.
 *
 * @param page type of the page
 * @param list member that contains the items
 * @param item type of an item
 * @param name member that identifies an item
 * @param essential paths of the members that an item requires
 * @param <P> type of the page
 * @param <T> type of an item
 */
record ListBinding<P extends ListPage<T>, T>(
        Class<P> page, String list, Class<T> item, String name, Set<String> essential) {

    private static final Map<Class<?>, ListBinding<?, ?>> TABLE = Stream.of(
                    new ListBinding<>(
                            ListToolsResult.class, "tools", Tool.class, "name", Set.of("name", "inputSchema")),
                    new ListBinding<>(
                            ListPromptsResult.class,
                            "prompts",
                            Prompt.class,
                            "name",
                            Set.of("name", "arguments", "arguments[]")),
                    new ListBinding<>(ListResourcesResult.class, "resources", Resource.class, "uri", Set.of("uri")),
                    new ListBinding<>(
                            ListResourceTemplatesResult.class,
                            "resourceTemplates",
                            ResourceTemplate.class,
                            "uriTemplate",
                            Set.of("uriTemplate")))
            .collect(Collectors.toUnmodifiableMap(ListBinding::page, binding -> binding));

    /** Maximum number of problems in a page: each costs time, and a page with more is hostile. */
    static final int MAX_PROBLEMS = 1_000;

    /** Returns the binding for a type, or {@code null} if it is not a page of a list. */
    static @Nullable ListBinding<?, ?> of(Class<?> type) {
        return TABLE.get(type);
    }

    /** Returns the binding of the list that a page has under a certain name, or {@code null}. */
    static @Nullable ListBinding<?, ?> ofList(String name) {
        return TABLE.values().stream()
                .filter(binding -> binding.list.equals(name))
                .findFirst()
                .orElse(null);
    }

    /**
     * Reads a page.
     * @param plain the page as plain JSON; it is modified
     * @param convert converts plain JSON to a type
     * @return the page; {@code null} if the page itself cannot be parsed or has more problems than {@link #MAX_PROBLEMS}
     */
    @Nullable
    Object bind(Map<String, Object> plain, BiFunction<Object, Class<?>, Object> convert) {
        if (!(plain.remove(this.list) instanceof List<?> elements)) {
            return null;
        }
        List<T> items = new ArrayList<>(elements.size());
        List<DroppedItem> dropped = new ArrayList<>();
        for (int i = 0; i < elements.size(); i++) {
            T read = read(elements.get(i), i, convert, dropped);
            if (read != null) {
                items.add(read);
            }
            if (dropped.size() > MAX_PROBLEMS) {
                return null;
            }
        }
        try {
            return this.page.cast(convert.apply(plain, this.page)).withItems(items, dropped);
        } catch (JacksonException ex) {
            return null;
        }
    }

    private @Nullable T read(
            @Nullable Object element,
            int index,
            BiFunction<Object, Class<?>, Object> convert,
            List<DroppedItem> dropped) {
        String position = "#" + (index + 1);
        if (!(element instanceof Map<?, ?> members)) {
            dropped.add(DroppedItem.of(position, "it is not an object"));
            return null;
        }
        String called =
                (members.get(this.name) instanceof String own && !own.isEmpty()) ? SafeText.excerpt(own) : position;
        try {
            return new PartialBinding<>(this.item, this.essential)
                    .bind(
                            members,
                            convert,
                            ex -> dropped.add(
                                    new DroppedItem(called, ReadProblems.path(ex), ReadProblems.problem(ex))));
        } catch (JacksonException ex) {
            dropped.add(DroppedItem.of(called, ReadProblems.of(ex)));
            return null;
        }
    }
}
