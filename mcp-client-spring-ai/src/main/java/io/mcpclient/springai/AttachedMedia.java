package io.mcpclient.springai;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

import io.mcpclient.model.McpModelMedia;
import io.mcpclient.registry.McpModelTool;

/**
 * Media that belong to the text of a tool response. Spring AI has no other place for them. They are found by the identity of the
 * text, not by its content, so no text of a server can pretend to have any; they are released together with the text. Thread-safe.
 */
final class AttachedMedia {

    private static final Map<Reference<String>, Attachment> ATTACHMENTS = new ConcurrentHashMap<>();

    private static final ReferenceQueue<String> RELEASED = new ReferenceQueue<>();

    private AttachedMedia() {}

    /**
     * Media of one response.
     *
     * @param tool the tool that returned them
     * @param media the media
     */
    record Attachment(McpModelTool tool, List<McpModelMedia> media) {}

    /** Reference that is equal to all references to the same object. */
    private static final class Identity extends WeakReference<String> {

        private final int hash;

        Identity(String text, @Nullable ReferenceQueue<String> queue) {
            super(text, queue);
            this.hash = System.identityHashCode(text);
        }

        @Override
        public int hashCode() {
            return this.hash;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return this == other || (other instanceof Identity that && get() != null && that.refersTo(get()));
        }
    }

    /** Returns a text that is equal to a text, and has media. */
    @SuppressWarnings("StringCopy") // a new identity is what is wanted
    static String attach(String text, McpModelTool tool, List<McpModelMedia> media) {
        for (Reference<? extends String> released = RELEASED.poll(); released != null; released = RELEASED.poll()) {
            ATTACHMENTS.remove(released);
        }
        String marked = new String(text);
        ATTACHMENTS.put(new Identity(marked, RELEASED), new Attachment(tool, media));
        return marked;
    }

    static Optional<Attachment> of(String text) {
        return ATTACHMENTS.isEmpty()
                ? Optional.empty()
                : Optional.ofNullable(ATTACHMENTS.get(new Identity(text, null)));
    }
}
