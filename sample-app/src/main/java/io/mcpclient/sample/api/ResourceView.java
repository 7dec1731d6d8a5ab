package io.mcpclient.sample.api;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.Resource;
import io.mcpclient.schema.ResourceTemplate;

/**
 * One resource, or a template for many, as {@code GET /api/resources} reports it. Texts are untrusted text of the server.
 *
 * @param server configured name of its server
 * @param uri address to read it under, or {@code null} if it is a template
 * @param uriTemplate address with places to fill in, or {@code null} if it is a resource
 * @param name name at its server, or {@code null}
 * @param title name for display, or {@code null}
 * @param description what it is, or {@code null}
 * @param mimeType type of its contents, or {@code null}
 */
@JsonPropertyOrder({"server", "uri", "uriTemplate", "name", "title", "description", "mimeType"})
record ResourceView(
        String server,
        @Nullable String uri,
        @Nullable String uriTemplate,
        @Nullable String name,
        @Nullable String title,
        @Nullable String description,
        @Nullable String mimeType) {

    static ResourceView of(String server, Resource resource) {
        return new ResourceView(
                server,
                resource.uri(),
                null,
                resource.name(),
                resource.title(),
                resource.description(),
                resource.mimeType());
    }

    static ResourceView of(String server, ResourceTemplate template) {
        return new ResourceView(
                server,
                null,
                template.uriTemplate(),
                template.name(),
                template.title(),
                template.description(),
                template.mimeType());
    }
}
