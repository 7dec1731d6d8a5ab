package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.jspecify.annotations.Nullable;

/**
 * Params of {@code elicitation/create}: a form to fill in, or a URL to visit. Without {@code mode}, form mode applies; an
 * unknown mode is rejected.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation">MCP: Elicitation</a>
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

    /** Message to present to the user; untrusted text. */
    String message();

    /** Requests execution as a task, only in 2025-11-25, or {@code null}. */
    @Nullable
    TaskMetadata task();

    /** The {@code _meta} object, or {@code null}. */
    @Nullable
    Map<String, Object> meta();
}
