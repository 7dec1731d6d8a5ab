package io.mcpclient.internal.operation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.DroppedItem;
import io.mcpclient.settings.McpListSettings;
import io.mcpclient.support.json.JsonSize;
import io.mcpclient.text.SafeText;

/**
 * Items of a list while it is collected, without those that are too large to keep, up to the limits of the list. Dropped items count
 * as well, because these limits also bound the work it causes. Not thread-safe.
 *
 * @param <T> type of an item
 * @see "faults F09, I25"
 */
final class CollectedItems<T> {

    private static final String SEE = ", see ";

    private final Rule<T> rule;

    private final List<T> items = new ArrayList<>();

    private final List<DroppedItem> dropped = new ArrayList<>();

    private final ListLimits limits;

    private JsonSize size = JsonSize.ZERO;

    private long kept;

    private @Nullable Exceeded exceeded;

    /**
     * Limits on the items that are kept.
     *
     * @param nameOf returns an item's name for reports
     * @param each maximum size of one item, as JSON
     * @param all maximum size of all items, as JSON
     * @param properties names of the two properties with these limits
     * @param <T> type of an item
     */
    record Rule<T>(Function<T, String> nameOf, long each, long all, List<String> properties) {

        /** Tools share one budget because a model reads all of them. */
        static <T> Rule<T> tools(Function<T, String> nameOf, ListLimits limits) {
            return new Rule<>(
                    nameOf,
                    limits.lists().maxDefinitionSize(),
                    limits.lists().maxToolsSize(),
                    List.of("max-definition-size", "max-tools-size"));
        }

        static <T> Rule<T> definitions(Function<T, String> nameOf, ListLimits limits) {
            return new Rule<>(
                    nameOf, limits.lists().maxDefinitionSize(), Long.MAX_VALUE, List.of("max-definition-size", ""));
        }

        /** For items that are not definitions: only the limits of the list apply. */
        static <T> Rule<T> none() {
            return new Rule<>(item -> "", Long.MAX_VALUE, Long.MAX_VALUE, List.of());
        }
    }

    /**
     * A limit of the list that the next item exceeds.
     *
     * @param problem the limit
     * @param property its property
     */
    record Exceeded(String problem, String property) {}

    CollectedItems(Rule<T> rule, ListLimits limits) {
        this.rule = rule;
        this.limits = limits;
    }

    /**
     * Adds the items of a page, up to the first one that exceeds a limit of the list.
     * @param more the items
     * @param alreadyDropped items that were dropped from the page
     */
    void add(List<T> more, List<DroppedItem> alreadyDropped) {
        this.dropped.addAll(alreadyDropped);
        List<JsonSize> sizes = JsonSize.ofEach(more);
        for (int i = 0; i < more.size() && this.exceeded == null; i++) {
            JsonSize one = sizes.get(i);
            JsonSize total = this.size.plus(one);
            this.exceeded = exceeded(count() + 1, total);
            if (this.exceeded == null) {
                this.size = total;
                add(more.get(i), one);
            }
        }
        if (this.exceeded == null) {
            this.exceeded = exceeded(count(), this.size);
        }
    }

    private @Nullable Exceeded exceeded(int count, JsonSize total) {
        McpListSettings lists = this.limits.lists();
        if (count > lists.maxItems()) {
            return new Exceeded("the list has more than " + lists.maxItems() + " items", "max-list-items");
        }
        if (total.bytes() > lists.maxSize()) {
            return new Exceeded("the items of the list have more than " + lists.maxSize() + " bytes", "max-list-size");
        }
        if (total.nodes() > this.limits.nodes()) {
            return new Exceeded(
                    "the items of the list have more than " + this.limits.nodes() + " JSON nodes", "max-message-nodes");
        }
        return null;
    }

    private void add(T item, JsonSize one) {
        if (one.bytes() > this.rule.each()) {
            drop(
                    item,
                    "its definition is larger than " + this.rule.each() + " bytes" + SEE
                            + this.rule.properties().get(0));
        } else if (one.bytes() > this.rule.all() - this.kept) {
            drop(
                    item,
                    "all definitions together are larger than " + this.rule.all() + " bytes" + SEE
                            + this.rule.properties().get(1));
        } else {
            this.kept += one.bytes();
            this.items.add(item);
        }
    }

    private void drop(T item, String reason) {
        this.dropped.add(DroppedItem.of(SafeText.excerpt(this.rule.nameOf().apply(item)), reason));
    }

    /** Returns the property of the limit that an item exceeds; empty if it was dropped for another reason. */
    static Optional<String> limitOf(DroppedItem item) {
        int see = item.reason().lastIndexOf(SEE);
        return (see < 0) ? Optional.empty() : Optional.of(item.reason().substring(see + SEE.length()));
    }

    List<T> items() {
        return this.items;
    }

    List<DroppedItem> dropped() {
        return this.dropped;
    }

    /** Number of all items, including the dropped ones. */
    int count() {
        return this.items.size() + this.dropped.size();
    }

    /** The limit of the list that has ended it, {@code null} if there is none. */
    @Nullable
    Exceeded exceeded() {
        return this.exceeded;
    }
}
