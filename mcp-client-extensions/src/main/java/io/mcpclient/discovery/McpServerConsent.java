package io.mcpclient.discovery;

import io.mcpclient.text.SafeText;

/**
 * Consent to one {@link McpServerPlan}, to be stored. It ends when the command, its arguments, the image, the names of the variables, or
 * the address changes. Contains no secrets. Immutable.
 *
 * @param source registry or URL of the card that the plan comes from
 * @param name name of the server
 * @param version version of the server
 * @param digest digest of the plan, such as {@code sha256:…}
 */
public record McpServerConsent(String source, String name, String version, String digest) {

    @Override
    public String toString() {
        return SafeText.excerpt(this.name) + "@" + SafeText.excerpt(this.version) + " of "
                + SafeText.excerpt(this.source) + " (" + this.digest + ")";
    }
}
