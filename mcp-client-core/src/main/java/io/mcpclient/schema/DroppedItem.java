package io.mcpclient.schema;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * An item of a list that was left out because it cannot be read or used, or one member that was left out of an item. All texts
 * are printable, on one line and bounded.
 *
 * @param name name of the item, or its address where it has none; its position in the page, such as {@code #3} for the third,
 *     if it has neither
 * @param member the member that was left out, such as {@code annotations.readOnlyHint}, while the item is listed without it;
 *     {@code null} if the whole item was left out
 * @param reason what is wrong with it
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonAutoDetect(isGetterVisibility = JsonAutoDetect.Visibility.NONE)
public record DroppedItem(String name, @Nullable String member, String reason) {
    public DroppedItem {
        Require.member(name, "dropped item", "name");
        Require.member(reason, "dropped item", "reason");
    }

    /**
     * Describes an item that is left out.
     * @param name its name
     * @param reason what is wrong with it
     * @return the description
     */
    public static DroppedItem of(String name, String reason) {
        return new DroppedItem(name, null, reason);
    }

    /** Whether the whole item was left out, and not one member of it. */
    public boolean isWhole() {
        return member == null;
    }
}
