package io.mcpclient.internal.model;

import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Objects of structured content that only wrap other content, as servers add them for results that are no objects.
 *
 * <pre>
 *  object                                            content
 *  one member, such as {"result": …}                 its value
 *  type text, with text                              the text
 *  type image or audio, with data                    the data
 *  type resource, with resource                      the resource
 * </pre>
 *
 * The last three can have a MIME type, annotations and {@code _meta} as well.
 */
final class Wrappers {

    private static final Map<String, String> MEMBER_OF_TYPE =
            Map.of("text", "text", "image", "data", "audio", "data", "resource", "resource");

    private static final Set<String> BESIDE = Set.of("type", "mimeType", "annotations", "_meta");

    private Wrappers() {}

    /** Returns what is in all wrappers around a value, the value itself if there are none. */
    static @Nullable Object content(@Nullable Object value) {
        Object content = value;
        while (content instanceof Map<?, ?> object) {
            Object member = member(object);
            if (member == null) {
                return object;
            }
            content = object.get(member);
        }
        return content;
    }

    private static @Nullable Object member(Map<?, ?> object) {
        if (object.size() == 1) {
            return object.keySet().iterator().next();
        }
        Object type = object.get("type");
        String member = (type instanceof String) ? MEMBER_OF_TYPE.get(type) : null;
        boolean isBlock = member != null
                && object.containsKey(member)
                && object.keySet().stream().allMatch(name -> name.equals(member) || BESIDE.contains(name));
        return isBlock ? member : null;
    }
}
