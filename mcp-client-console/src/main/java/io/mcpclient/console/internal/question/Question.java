package io.mcpclient.console.internal.question;

import java.util.List;

import com.fasterxml.jackson.annotation.JsonRawValue;
import org.jspecify.annotations.Nullable;

/**
 * A question that waits for a person. Texts, forms and addresses are untrusted texts of the server.
 *
 * @param id id of the question, hard to guess
 * @param kind what is asked
 * @param server configured name of the server
 * @param message what the server says, or {@code null}
 * @param form form to fill in as JSON Schema, or {@code null}
 * @param address page to visit, or {@code null}
 * @param host host of the page as it is resolved, or {@code null}
 * @param warnings reasons to look at the address again
 * @param tool tool to approve, or {@code null}
 * @param caller who wants to call the tool on its own, such as a view, or {@code null}
 * @param content arguments of the tool, or what the model would receive, JSON, or {@code null}
 * @param expiresAt end of the question, milliseconds since 1970
 */
record Question(
        String id,
        Kind kind,
        String server,
        @Nullable String message,
        @JsonRawValue @Nullable String form,
        @Nullable String address,
        @Nullable String host,
        List<String> warnings,
        @Nullable String tool,
        @Nullable String caller,
        @JsonRawValue @Nullable String content,
        long expiresAt) {

    /** What is asked. */
    enum Kind {
        FORM,
        PAGE,
        /** Whether the application's model may respond, or what to respond instead. */
        SAMPLING,
        /** What to respond as the model. */
        MESSAGE,
        APPROVAL
    }

    /** Question without id and end. */
    record Draft(
            Kind kind,
            String server,
            @Nullable String message,
            @Nullable String form,
            @Nullable String address,
            @Nullable String host,
            List<String> warnings,
            @Nullable String tool,
            @Nullable String caller,
            @Nullable String content) {

        Question opened(String id, long expiresAt) {
            return new Question(
                    id,
                    this.kind,
                    this.server,
                    this.message,
                    this.form,
                    this.address,
                    this.host,
                    this.warnings,
                    this.tool,
                    this.caller,
                    this.content,
                    expiresAt);
        }
    }
}
