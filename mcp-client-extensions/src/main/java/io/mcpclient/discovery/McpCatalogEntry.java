package io.mcpclient.discovery;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import io.mcpclient.discovery.internal.Members;
import io.mcpclient.text.SafeText;

/**
 * An entry of an AI catalog. All texts are untrusted. Immutable.
 *
 * @param identifier identifier of what it describes
 * @param type media type of the document, such as {@link McpServerCard#MEDIA_TYPE}
 * @param url URL of the document; {@code null} if the entry contains it
 * @param displayName display name, {@code null} for none
 * @param version version, {@code null} for none
 * @param updatedAt time of the last change as text, {@code null} for none
 * @param json the complete entry as plain JSON, including {@code data}, {@code trustManifest} and {@code publisher}; unmodifiable
 */
public record McpCatalogEntry(
        String identifier,
        String type,
        @Nullable URI url,
        @Nullable String displayName,
        @Nullable String version,
        @Nullable String updatedAt,
        Map<String, @Nullable Object> json) {

    private static final Pattern URN =
            Pattern.compile("urn:air:([A-Za-z0-9.-]{1,253}):.*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    /** @throws io.mcpclient.discovery.internal.MalformedDocumentException if it is not an entry */
    static McpCatalogEntry of(Members json) {
        boolean hasUrl = json.has("url");
        if (hasUrl == json.has("data")) {
            throw json.problem("url", hasUrl ? "and data are both present" : "and data are both missing");
        }
        return new McpCatalogEntry(
                json.text("identifier"),
                json.has("type") ? json.text("type") : json.text("mediaType"),
                hasUrl ? url(json) : null,
                json.optionalText("displayName"),
                json.optionalText("version"),
                json.optionalText("updatedAt"),
                json.json());
    }

    private static URI url(Members json) {
        try {
            return new URI(json.text("url"));
        } catch (URISyntaxException ex) {
            throw json.problem("url", "is not a URL");
        }
    }

    /**
     * Returns the domain of the publisher that the identifier claims.
     * @return the domain of an identifier of the form {@code urn:air:<domain>:…}; {@code null} for any other
     */
    public @Nullable String publisherDomain() {
        Matcher urn = URN.matcher(this.identifier);
        return urn.matches() ? urn.group(1).toLowerCase(Locale.ROOT) : null;
    }

    @Override
    public String toString() {
        return "McpCatalogEntry[" + SafeText.excerpt(this.identifier) + ", type=" + SafeText.excerpt(this.type, 64)
                + "]";
    }
}
