package io.mcpclient.internal.oauth;

import java.util.regex.Pattern;

/**
 * Whether two identifiers denote the same authorization server: they are identical, except that the slash of an empty path has no
 * meaning, as both spellings are one URL.
 *
 * @see "RFC 8414, section 3.3; RFC 3986, section 6.2.3 (AUTH-17, AUTH-18)"
 */
public final class IssuerRule {

    private static final Pattern WITH_SLASH = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*://[^/?#]+/");

    private IssuerRule() {}

    /**
     * Compares two identifiers.
     * @param one an issuer
     * @param other another one
     * @return whether both denote the same authorization server
     */
    public static boolean isSame(String one, String other) {
        return withoutSlash(one).equals(withoutSlash(other));
    }

    private static String withoutSlash(String issuer) {
        return WITH_SLASH.matcher(issuer).matches() ? issuer.substring(0, issuer.length() - 1) : issuer;
    }
}
