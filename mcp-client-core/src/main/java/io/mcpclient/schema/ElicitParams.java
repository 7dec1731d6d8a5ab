package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.jspecify.annotations.Nullable;

/**
 * Params of {@code elicitation/create}: a form to fill in, or an address to visit. Without {@code mode} it is a form; a mode
 * this client does not know is refused.
 *
 * @see "MCP 2026-07-28, client/elicitation (ELI-02, ELI-03, ELI-08, ELI-18)"
 */
@JsonTypeInfo(
        use = JsonTypeInfo.Id.NAME,
        include = JsonTypeInfo.As.EXISTING_PROPERTY,
        property = "mode",
        visible = true,
        defaultImpl = ElicitFormParams.class)
@JsonSubTypes({
    @JsonSubTypes.Type(value = ElicitFormParams.class, name = "form"),
    @JsonSubTypes.Type(value = ElicitURLParams.class, name = "url")
})
public sealed interface ElicitParams permits ElicitFormParams, ElicitURLParams {

    /** What to tell the user; untrusted text. */
    String message();

    /** Asks to run the request as a task, only in 2025-11-25, or {@code null}. */
    @Nullable
    TaskMetadata task();

    /** The {@code _meta} object, or {@code null}. */
    @Nullable
    Map<String, Object> meta();
}
