package io.mcpclient.apps;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.Implementation;

/**
 * What the application does for views. An action that is not set is neither announced to views nor accepted from them. Immutable; the
 * actions are called by several threads.
 */
public final class McpAppHost {

    private final Draft values;

    private McpAppHost(Draft values) {
        this.values = values;
    }

    /** The values. Never changed once the host exists. */
    private static final class Draft implements Cloneable {

        private Implementation info = new Implementation("", null, null, null, null, List.of(), Map.of());

        private Map<String, Object> context = Map.of();

        private Set<String> displayModes = Set.of();

        private @Nullable McpAppAction<String> displayMode;

        private @Nullable McpAppAction<URI> openLink;

        private @Nullable McpAppAction<McpAppMessage> message;

        private @Nullable McpAppAction<McpAppModelContext> modelContext;

        private @Nullable McpAppAction<List<McpAppDownload>> download;

        private @Nullable BiConsumer<McpAppSession, McpAppSize> sizeChanged;

        private @Nullable BiConsumer<McpAppSession, McpAppLog> log;

        private @Nullable Consumer<McpAppSession> teardownRequested;

        Draft copy() {
            try {
                return (Draft) clone();
            } catch (CloneNotSupportedException ex) {
                throw new IllegalStateException(ex);
            }
        }
    }

    /**
     * Returns a host without any action.
     * @param info name and version that views learn
     * @return the host
     */
    public static McpAppHost of(Implementation info) {
        Draft draft = new Draft();
        draft.info = info;
        return new McpAppHost(draft);
    }

    private McpAppHost with(Consumer<Draft> change) {
        Draft copy = this.values.copy();
        change.accept(copy);
        return new McpAppHost(copy);
    }

    /**
     * Returns a copy with another context.
     * @param context theme, locale, container dimensions and more, as plain JSON; views see it
     * @return the copy
     */
    public McpAppHost withContext(Map<String, Object> context) {
        Map<String, Object> copied = Map.copyOf(context);
        return with(draft -> draft.context = copied);
    }

    /**
     * Returns a copy with display modes. A view gets one only if it has declared it.
     * @param modes modes of the host, of {@code inline}, {@code fullscreen} and {@code pip}
     * @param action changes the mode
     * @return the copy
     */
    public McpAppHost withDisplayModes(Set<String> modes, McpAppAction<String> action) {
        Set<String> copied = Set.copyOf(modes);
        return with(draft -> {
            draft.displayModes = copied;
            draft.displayMode = action;
        });
    }

    /**
     * Returns a copy that opens links in the browser of the user.
     * @param action opens a link: {@code http} or {@code https}, with a public host name
     * @return the copy
     */
    public McpAppHost withOpenLink(McpAppAction<URI> action) {
        return with(draft -> draft.openLink = action);
    }

    /**
     * Returns a copy that adds messages of views to the conversation.
     * @param action adds a message, best after the consent of the user
     * @return the copy
     */
    public McpAppHost withMessage(McpAppAction<McpAppMessage> action) {
        return with(draft -> draft.message = action);
    }

    /**
     * Returns a copy that gives models the context of views, see {@link McpAppSession#modelContext()}.
     * @param action accepts a new context
     * @return the copy
     */
    public McpAppHost withModelContext(McpAppAction<McpAppModelContext> action) {
        return with(draft -> draft.modelContext = action);
    }

    /**
     * Returns a copy that lets users download files. Links in downloads are refused: only content that the view sends is accepted.
     * @param action offers the files, best after the consent of the user
     * @return the copy
     */
    public McpAppHost withDownload(McpAppAction<List<McpAppDownload>> action) {
        return with(draft -> draft.download = action);
    }

    /**
     * Returns a copy that follows the size of views.
     * @param listener receives sizes within the container; must not block
     * @return the copy
     */
    public McpAppHost withSizeChanged(BiConsumer<McpAppSession, McpAppSize> listener) {
        return with(draft -> draft.sizeChanged = listener);
    }

    /**
     * Returns a copy that receives log messages of views.
     * @param listener receives them; must not block
     * @return the copy
     */
    public McpAppHost withLog(BiConsumer<McpAppSession, McpAppLog> listener) {
        return with(draft -> draft.log = listener);
    }

    /**
     * Returns a copy that is notified when a view asks to end.
     * @param listener may call {@link McpAppSession#teardown}; must not block
     * @return the copy
     */
    public McpAppHost withTeardownRequested(Consumer<McpAppSession> listener) {
        return with(draft -> draft.teardownRequested = listener);
    }

    Implementation info() {
        return this.values.info;
    }

    Map<String, Object> context() {
        return this.values.context;
    }

    Set<String> displayModes() {
        return this.values.displayModes;
    }

    @Nullable
    McpAppAction<String> displayMode() {
        return this.values.displayMode;
    }

    @Nullable
    McpAppAction<URI> openLink() {
        return this.values.openLink;
    }

    @Nullable
    McpAppAction<McpAppMessage> message() {
        return this.values.message;
    }

    @Nullable
    McpAppAction<McpAppModelContext> modelContext() {
        return this.values.modelContext;
    }

    @Nullable
    McpAppAction<List<McpAppDownload>> download() {
        return this.values.download;
    }

    @Nullable
    BiConsumer<McpAppSession, McpAppSize> sizeChanged() {
        return this.values.sizeChanged;
    }

    @Nullable
    BiConsumer<McpAppSession, McpAppLog> log() {
        return this.values.log;
    }

    @Nullable
    Consumer<McpAppSession> teardownRequested() {
        return this.values.teardownRequested;
    }
}
