package io.mcpclient.schema;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * Points to a resource or a resource template.
 *
 * @param uri address or template
 * @see "MCP 2026-07-28, server/utilities/completion (CMP-01, CMP-06)"
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

    /** The resource of this address, or the template written so. */
    public static ResourceTemplateReference of(String uri) {
        return new ResourceTemplateReference(Require.text(uri, "resource template reference", "uri"));
    }
}
