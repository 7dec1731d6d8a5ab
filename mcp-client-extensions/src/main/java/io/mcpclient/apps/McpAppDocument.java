package io.mcpclient.apps;

import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * The document of a view, and how to show it. The HTML is untrusted code of the server: it belongs into a sandboxed frame that has another
 * origin than the application, with this policy and these permissions and no others. Immutable.
 *
 * @param server configured name of the server, to be shown beside the frame
 * @param uri URI of the document
 * @param html the HTML
 * @param sha256 SHA-256 of the HTML in UTF-8, as {@code sha256:} and 64 lower-case hexadecimal digits
 * @param contentSecurityPolicy value of the header {@code Content-Security-Policy} for the frame
 * @param sandbox value of the attribute {@code sandbox} of the frame
 * @param permissions permissions that the document requests and the settings grant
 * @param prefersBorder whether the view wants a border, {@code null} if it does not say
 * @param domain dedicated origin that the view requests, untrusted and in a format that the host decides on; {@code null} for none
 * @param warnings what was left out of the policy, and external domains that the view needs; for an operator
 */
public record McpAppDocument(
        String server,
        String uri,
        String html,
        String sha256,
        String contentSecurityPolicy,
        String sandbox,
        Set<McpAppPermission> permissions,
        @Nullable Boolean prefersBorder,
        @Nullable String domain,
        List<String> warnings) {

    /** Creates a document. */
    public McpAppDocument {
        permissions = Set.copyOf(permissions);
        warnings = List.copyOf(warnings);
    }

    /**
     * Returns the value of the attribute {@code allow} of the frame.
     * @return the granted permissions, empty for none
     */
    public String allow() {
        return this.permissions.stream()
                .sorted()
                .map(McpAppPermission::feature)
                .reduce((first, second) -> first + "; " + second)
                .orElse("");
    }

    /** Does not contain the HTML. */
    @Override
    public String toString() {
        return "McpAppDocument[" + this.uri + " of " + this.server + ", " + this.sha256 + "]";
    }
}
