package io.mcpclient.console.internal.app;

import java.util.List;

import com.fasterxml.jackson.annotation.JsonRawValue;
import org.jspecify.annotations.Nullable;

/**
 * Something that a page does for one of its views. All texts are untrusted.
 *
 * @param number number of the event, in the order of the events of a view
 * @param kind what happens
 * @param message message for the view, JSON, or {@code null}
 * @param consent what the user is asked, or {@code null}
 * @param text text of the event, or {@code null}
 * @param height new height in pixels, or {@code null}
 */
record AppEvent(
        long number,
        Kind kind,
        @JsonRawValue @Nullable String message,
        @Nullable Consent consent,
        @Nullable String text,
        @Nullable Double height) {

    /** What happens. */
    enum Kind {
        /** The message is delivered to the view. */
        MESSAGE,
        /** The user is asked. */
        ASKED,
        /** The question whose id is the text has ended. */
        DECIDED,
        /** The text is what the view would have a model know. */
        CONTEXT,
        /** The frame gets another height. */
        SIZE,
        /** The view is shown within the page again. */
        INLINE,
        /** The view wants to end. */
        LEAVES,
        /** The view has ended, for the reason in the text. */
        ENDED
    }

    /** What a view may not do without the user. */
    enum Action {
        OPEN_LINK,
        MESSAGE,
        DOWNLOAD,
        FULLSCREEN
    }

    /**
     * A question to the user.
     *
     * @param id id of the question
     * @param action what the view wants
     * @param text the address or the message, or {@code null}
     * @param files files to save
     */
    record Consent(String id, Action action, @Nullable String text, List<AppFile> files) {}

    /** A file that the view wants to save, its content in Base64. */
    record AppFile(String name, int size, String content) {}

    static AppEvent of(Kind kind, @Nullable String text) {
        return new AppEvent(0, kind, null, null, text, null);
    }

    static AppEvent message(String json) {
        return new AppEvent(0, Kind.MESSAGE, json, null, null, null);
    }

    static AppEvent asked(Consent consent) {
        return new AppEvent(0, Kind.ASKED, null, consent, null, null);
    }

    static AppEvent size(double height) {
        return new AppEvent(0, Kind.SIZE, null, null, null, height);
    }

    AppEvent numbered(long number) {
        return new AppEvent(number, this.kind, this.message, this.consent, this.text, this.height);
    }

    /** Returns the number of characters that it retains. */
    int size() {
        int files = (this.consent != null)
                ? this.consent.files().stream()
                        .mapToInt(file -> file.content().length())
                        .sum()
                : 0;
        return 100
                + files
                + ((this.message != null) ? this.message.length() : 0)
                + ((this.text != null) ? this.text.length() : 0);
    }
}
