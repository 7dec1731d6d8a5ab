package io.mcpclient.internal.operation;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

import io.mcpclient.schema.DroppedItem;
import io.mcpclient.text.SafeText;

/**
 * Drops items that cannot be called reliably from a list: items without a name, and duplicates of a name. The first item with a
 * name is kept.
 *
 * @see "fault F30"
 */
final class UniqueNames {

    private UniqueNames() {}

    static <T> Listed<T> of(Listed<T> listed, Function<T, String> nameOf) {
        Set<String> names = new HashSet<>(listed.items().size() * 2);
        List<T> unique = new ArrayList<>(listed.items().size());
        List<DroppedItem> dropped = new ArrayList<>(listed.dropped());
        int position = 0;
        for (T item : listed.items()) {
            position++;
            String name = nameOf.apply(item);
            if (name.isBlank()) {
                dropped.add(DroppedItem.of("#" + position, "its name is empty"));
            } else if (names.add(name)) {
                unique.add(item);
            } else {
                dropped.add(DroppedItem.of(SafeText.excerpt(name), "another item of the list has the same name"));
            }
        }
        return listed.with(List.copyOf(unique), dropped);
    }
}
