package io.mcpclient.schema;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;

import io.mcpclient.internal.schema.Require;

/**
 * Reference to a resource or a resource template.
 *
 * @param uri URI or URI template
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/completion">MCP: Completion</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(value = "type", allowGetters = true)
public record ResourceTemplateReference(String uri) implements CompletionReference {
    public ResourceTemplateReference {
        Require.member(uri, "resource template reference", "uri");
    }

    @Override
    public String type() {
        return "ref/resource";
    }

    /** Creates a reference to the resource with this URI or to this template. */
    public static ResourceTemplateReference of(String uri) {
        return new ResourceTemplateReference(Require.text(uri, "resource template reference", "uri"));
    }
}
