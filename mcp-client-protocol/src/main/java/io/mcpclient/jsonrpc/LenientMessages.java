package io.mcpclient.jsonrpc;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.ContentBlock;
import io.mcpclient.schema.CreateMessageParams;
import io.mcpclient.schema.GetPromptResult;
import io.mcpclient.schema.PromptMessage;
import io.mcpclient.schema.Role;

/**
 * Reads the messages of a prompt or of a sampling request after they could not be read as a whole. The content of a message of a
 * prompt is one block, that of a message of a sampling request is one or several: some servers write one in the form of the other,
 * and a text for a block of text.
 *
 * <table>
 * <caption>content of a message</caption>
 * <tr><th>content</th><th>result</th></tr>
 * <tr><td>a text, alone or in a list</td><td>a block of text</td></tr>
 * <tr><td>a list, in a prompt</td><td>a message for each block, with the same role and the same other members; none for an empty
 * list</td></tr>
 * <tr><td>a block that does not fit, in a prompt</td><td>see {@link LenientContent}</td></tr>
 * <tr><td>{@code _meta} of the prompt that does not fit</td><td>is left out</td></tr>
 * <tr><td>anything else</td><td>the result or the request is malformed</td></tr>
 * </table>
 */
final class LenientMessages {

    private static final String MESSAGES = "messages";

    private static final String CONTENT = "content";

    private static final String ROLE = "role";

    private LenientMessages() {}

    static boolean isFor(Class<?> type) {
        return type == GetPromptResult.class || type == CreateMessageParams.class;
    }

    /** Returns the result or the params; {@code null} if they are malformed. */
    static @Nullable Object of(@Nullable Object plain, Class<?> type) {
        if (!(plain instanceof Map<?, ?> members)
                || !(Objects.requireNonNullElse(members.get(MESSAGES), List.of()) instanceof List<?> messages)) {
            return null;
        }
        return (type == GetPromptResult.class) ? prompt(members, messages) : sampling(members, messages);
    }

    private static @Nullable CreateMessageParams sampling(Map<?, ?> members, List<?> messages) {
        List<@Nullable Object> repaired = new ArrayList<>();
        for (Object message : messages) {
            if (message instanceof Map<?, ?> object && object.containsKey(CONTENT)) {
                Map<String, Object> copy = LenientContent.without(object);
                copy.put(
                        CONTENT,
                        items(object).stream().map(LenientMessages::block).toList());
                repaired.add(copy);
            } else {
                repaired.add(message);
            }
        }
        Map<String, Object> params = LenientContent.without(members);
        params.put(MESSAGES, repaired);
        return LenientContent.bound(params, CreateMessageParams.class);
    }

    private static @Nullable Object block(@Nullable Object item) {
        return (item instanceof String text) ? Map.of("type", "text", "text", text) : item;
    }

    private static @Nullable GetPromptResult prompt(Map<?, ?> members, List<?> messages) {
        List<PromptMessage> read = new ArrayList<>();
        for (Object message : messages) {
            if (message != null && !(message instanceof Map<?, ?> object && addMessages(object, read))) {
                return null;
            }
        }
        GetPromptResult rest = LenientContent.bound(LenientContent.without(members, MESSAGES), GetPromptResult.class);
        if (rest == null) {
            rest = LenientContent.bound(
                    LenientContent.without(members, MESSAGES, LenientContent.META), GetPromptResult.class);
        }
        return (rest != null)
                ? new GetPromptResult(rest.description(), read, rest.resultType(), rest.meta(), rest.extra())
                : null;
    }

    /** Adds a message for each block. Returns whether the message could be read. */
    private static boolean addMessages(Map<?, ?> message, List<PromptMessage> messages) {
        if (!(message.get(ROLE) instanceof String role)) {
            return false;
        }
        for (Object item : items(message)) {
            ContentBlock block = (block(item) instanceof Map<?, ?> members) ? LenientContent.block(members) : null;
            if (block == null) {
                return false;
            }
            messages.add(new PromptMessage(new Role(role), block, LenientContent.without(message, ROLE, CONTENT)));
        }
        return true;
    }

    /** Returns the content, without elements that are {@code null}. */
    private static List<@Nullable Object> items(Map<?, ?> message) {
        List<@Nullable Object> items = new ArrayList<>();
        if (message.get(CONTENT) instanceof List<?> several) {
            several.stream().filter(Objects::nonNull).forEach(items::add);
        } else {
            items.add(message.get(CONTENT));
        }
        return items;
    }
}
