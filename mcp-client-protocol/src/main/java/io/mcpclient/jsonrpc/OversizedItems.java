package io.mcpclient.jsonrpc;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.DroppedItem;
import io.mcpclient.schema.ListPage;
import io.mcpclient.text.SafeText;

/**
 * Items of a page without which the others are within the limits of the parser: those that exceed one of them, and the largest ones
 * while all together have too many nodes. Immutable.
 *
 * @param list the list
 * @param dropped the omitted items and the reasons
 * @param spans parts of the text to leave out
 */
record OversizedItems(ListBinding<?, ?> list, List<DroppedItem> dropped, List<Span> spans) {

    /**
     * A part of the text.
     *
     * @param begin index of its first byte
     * @param end index after its last byte
     */
    record Span(int begin, int end) {}

    /**
     * Finds the items in a text that cannot be read.
     * @param text the text
     * @param limits limits of the parser
     * @param string reads a JSON string
     * @return the items, {@code null} if there are none or too many
     * @throws IOException if the text cannot be read
     */
    static @Nullable OversizedItems of(InputStream text, JsonLimits limits, Function<byte[], String> string)
            throws IOException {
        PageScan page = PageScan.of(text, limits);
        Map<PageScan.Item, String> reasons = (page != null) ? reasons(page, limits) : Map.of();
        if (page == null || reasons.isEmpty() || reasons.size() > ListBinding.MAX_PROBLEMS) {
            return null;
        }
        List<DroppedItem> dropped = new ArrayList<>();
        reasons.forEach((item, reason) -> {
            byte[] name = item.name();
            dropped.add(DroppedItem.of(
                    (name != null) ? SafeText.excerpt(string.apply(name)) : "#" + item.position(), reason));
        });
        return new OversizedItems(page.list(), List.copyOf(dropped), spans(page.items(), reasons.keySet()));
    }

    private static Map<PageScan.Item, String> reasons(PageScan page, JsonLimits limits) {
        Map<PageScan.Item, String> reasons = new LinkedHashMap<>();
        long nodes = page.nodes();
        for (PageScan.Item item : page.items()) {
            String problem = item.problem();
            if (problem != null) {
                reasons.put(item, problem);
                nodes -= item.nodes();
            }
        }
        List<PageScan.Item> largest = new ArrayList<>(page.items());
        largest.sort(Comparator.comparingLong(PageScan.Item::nodes)
                .thenComparing(PageScan.Item::position)
                .reversed());
        for (PageScan.Item item : largest) {
            if (nodes <= limits.maxNodes()) {
                break;
            }
            if (!reasons.containsKey(item)) {
                reasons.put(
                        item,
                        "it has " + item.nodes() + " JSON nodes, and its message more than " + limits.maxNodes()
                                + ", see " + ReadProblems.MAX_NODES);
                nodes -= item.nodes();
            }
        }
        return reasons;
    }

    /** Each item is left out with the comma before it; the first ones of a list with the comma after them. */
    private static List<Span> spans(List<PageScan.Item> items, Set<PageScan.Item> dropped) {
        List<Span> spans = new ArrayList<>();
        boolean isFirst = true;
        for (int i = 0; i < items.size(); i++) {
            PageScan.Item item = items.get(i);
            if (!dropped.contains(item)) {
                isFirst = false;
            } else if (!isFirst) {
                spans.add(new Span(items.get(i - 1).end(), item.end()));
            } else {
                spans.add(new Span(
                        item.begin(), (i + 1 < items.size()) ? items.get(i + 1).begin() : item.end()));
            }
        }
        return List.copyOf(spans);
    }

    /** Returns the text without the items. */
    InputStream without(InputStream text) {
        return new Rest(text, this.spans);
    }

    /**
     * Adds the items to what is reported of a message that was read without them.
     * @param message the message
     * @return the message, {@code null} if it is not a page of the list
     */
    @Nullable
    JsonRpcMessage reportedIn(JsonRpcMessage message) {
        return (message instanceof JsonRpcResult result && this.list.page().isInstance(result.result()))
                ? new JsonRpcResult(result.id(), reportedIn((ListPage<?>) result.result()))
                : null;
    }

    private <T> ListPage<T> reportedIn(ListPage<T> page) {
        List<DroppedItem> all = new ArrayList<>(page.dropped());
        all.addAll(this.dropped);
        return page.withItems(page.items(), all);
    }

    /** A text without some parts of it. */
    private static final class Rest extends InputStream {

        private final InputStream text;

        private final List<Span> spans;

        private int at;

        private int skipped;

        Rest(InputStream text, List<Span> spans) {
            this.text = text;
            this.spans = spans;
        }

        /** Skips the parts that begin here. Returns the number of bytes up to the next one. */
        private int untilNext() throws IOException {
            while (this.skipped < this.spans.size()) {
                Span next = this.spans.get(this.skipped);
                if (this.at < next.begin()) {
                    return next.begin() - this.at;
                }
                this.text.skipNBytes(next.end() - this.at);
                this.at = next.end();
                this.skipped++;
            }
            return Integer.MAX_VALUE;
        }

        @Override
        public int read() throws IOException {
            untilNext();
            int octet = this.text.read();
            this.at++;
            return octet;
        }

        @Override
        public int read(byte[] octets, int offset, int length) throws IOException {
            int count = this.text.read(octets, offset, Math.min(length, untilNext()));
            this.at += Math.max(count, 0);
            return count;
        }

        @Override
        public void close() throws IOException {
            this.text.close();
        }
    }
}
