package io.mcpclient.schema;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;

/**
 * List item omitted because it cannot be parsed or used, or a single member omitted from an item. All texts are printable,
 * on one line and bounded.
 *
 * @param name name of the item, or its URI if it has no name; its position in the page, such as {@code #3} for the third,
 *     if it has neither
 * @param member the omitted member, such as {@code annotations.readOnlyHint}, if the item is listed without it;
 *     {@code null} if the whole item is omitted
 * @param reason the problem
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonAutoDetect(isGetterVisibility = JsonAutoDetect.Visibility.NONE)
public record DroppedItem(String name, @Nullable String member, String reason) {
    public DroppedItem {
        Require.member(name, "dropped item", "name");
        Require.member(reason, "dropped item", "reason");
    }

    /**
     * Creates the description of an omitted item.
     * @param name its name
     * @param reason the problem
     * @return the description
     */
    public static DroppedItem of(String name, String reason) {
        return new DroppedItem(name, null, reason);
    }

    /** Whether the whole item was omitted rather than one of its members. */
    public boolean isWhole() {
        return this.member == null;
    }
}
