package io.mcpclient.autoconfigure.settings;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

import io.mcpclient.text.KnownSecrets;

/**
 * The URL of a service whose instances Spring Cloud knows: {@code lb://weather/mcp}, or {@code lb:https://weather/mcp} for
 * instances that do not declare that they use TLS.
 *
 * @param url identity of the server, {@code http} or {@code https}, with the id of the service as host
 */
public record ServiceUrl(URI url) {

    private static final String PREFIX = "lb:";

    /** Returns the service of a URL, or {@code null} if it is no such URL. */
    static @Nullable ServiceUrl of(String text) {
        if (!text.toLowerCase(Locale.ROOT).startsWith(PREFIX)) {
            return null;
        }
        String rest = text.substring(PREFIX.length());
        try {
            return new ServiceUrl(new URI(rest.startsWith("//") ? "http:" + rest : rest));
        } catch (URISyntaxException ex) {
            return null; // the message for the whole URL is clearer
        }
    }

    /**
     * Returns the id of the service.
     * @return the host of the URL
     */
    public String serviceId() {
        return String.valueOf(this.url.getHost());
    }

    /**
     * Returns the URL as it is shown in messages.
     * @return the URL, with the scheme {@code lb} and without keys in its path
     */
    public String text() {
        String scheme = "https".equalsIgnoreCase(this.url.getScheme()) ? "lb:https" : "lb";
        return KnownSecrets.maskKeys(scheme + "://" + serviceId() + this.url.getRawPath());
    }
}
