package io.mcpclient.internal.model;

import org.jspecify.annotations.Nullable;

import io.mcpclient.model.McpModelMedia;

/**
 * A content block, or contents of a resource, as a model reads it.
 *
 * @param kind kind of content
 * @param heading line above the text, empty for none
 * @param uri URI that the heading names, empty for none
 * @param body the text
 * @param source what structured content repeats of it: text, data or JSON
 * @param media what to attach, or {@code null}
 */
record Part(
        Kind kind,
        String heading,
        String uri,
        Fragment body,
        String source,
        @Nullable McpModelMedia media) {

    enum Kind {
        TEXT,
        MEDIA,
        OTHER
    }

    static Part text(String text) {
        return new Part(Kind.TEXT, "", "", Fragment.text(text), text, null);
    }

    static Part media(Fragment body, String data, @Nullable McpModelMedia media) {
        return new Part(Kind.MEDIA, "", "", body, data, media);
    }

    static Part json(Fragment body) {
        return new Part(Kind.OTHER, "", "", body, body.text(), null);
    }

    Part withHeading(String heading, String uri) {
        return new Part(this.kind, heading, uri, this.body, this.source, this.media);
    }

    /** Returns the heading alone. */
    Part withoutBody() {
        return new Part(this.kind, this.heading, this.uri, Fragment.text(""), "", this.media);
    }

    /** Returns whether this is text that begins as JSON does. */
    boolean isJson() {
        String text = this.body.text().stripLeading();
        return this.kind == Kind.TEXT && (text.startsWith("{") || text.startsWith("["));
    }

    boolean isBlank() {
        return this.heading.isEmpty() && this.body.text().isBlank();
    }
}
