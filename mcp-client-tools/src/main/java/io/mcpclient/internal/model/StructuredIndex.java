package io.mcpclient.internal.model;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

import org.jspecify.annotations.Nullable;

import io.mcpclient.support.json.JsonHash;

/** Hashes of structured content, of the strings, arrays and objects in it, and of what its {@linkplain Wrappers wrappers} contain. */
final class StructuredIndex {

    private final long[] parts;

    private final long content;

    /** Hashes that mean everything if a text contains them anywhere. A number or a string could be there by chance. */
    private final long[] containers;

    private final long[] items;

    private final int values;

    StructuredIndex(Object structured) {
        LongStream.Builder hashes = LongStream.builder();
        JsonHash all = new JsonHash((hash, isScalar) -> {
            if (!isScalar) {
                hashes.add(hash);
            }
        });
        long whole = all.of(structured);
        this.parts = hashes.build().sorted().toArray();
        JsonHash wrapped = new JsonHash((hash, isScalar) -> {});
        Object inner = Wrappers.content(structured);
        this.content = wrapped.of(inner);
        List<?> list = (inner instanceof List<?> array) ? array : List.of();
        this.items = list.stream()
                .mapToLong(item -> wrapped.of(Wrappers.content(item)))
                .toArray();
        this.containers = LongStream.concat(
                        hasParts(structured) ? LongStream.of(whole) : LongStream.empty(),
                        hasParts(inner) ? LongStream.of(this.content) : LongStream.empty())
                .toArray();
        this.values = all.values() + wrapped.values();
    }

    private static boolean hasParts(@Nullable Object value) {
        return value instanceof Map<?, ?> object && !object.isEmpty()
                || value instanceof Collection<?> list && !list.isEmpty();
    }

    /** Returns whether a string, an array or an object in structured content has a hash. */
    boolean contains(long hash) {
        return Arrays.binarySearch(this.parts, hash) >= 0;
    }

    /** Returns whether a hash is that of the content within all wrappers. */
    boolean isContent(long hash) {
        return hash == this.content;
    }

    /** Returns whether a hash is that of structured content or of the content within all wrappers, if these have parts. */
    boolean isContainer(long hash) {
        return LongStream.of(this.containers).anyMatch(container -> container == hash);
    }

    int itemCount() {
        return this.items.length;
    }

    /** Returns whether a hash is that of an item of the content, within wrappers of its own. */
    boolean isItem(int index, long hash) {
        return index < this.items.length && this.items[index] == hash;
    }

    /** Returns the number of values that were read for the index. */
    int values() {
        return this.values;
    }
}
