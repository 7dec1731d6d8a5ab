package io.mcpclient.auth;

/**
 * Token that identifies a user, to be exchanged for a token that a server accepts. {@code toString} does not show it.
 *
 * @param value the token
 * @param type its type, one of the constants or another URI
 * @see "RFC 8693, section 3"
 */
public record McpSubjectToken(String value, String type) {

    /** An access token for this application, as a resource server receives it from its caller. */
    public static final String ACCESS_TOKEN = "urn:ietf:params:oauth:token-type:access_token";

    /** An OpenID Connect ID token. */
    public static final String ID_TOKEN = "urn:ietf:params:oauth:token-type:id_token";

    /** Any other JWT. */
    public static final String JWT = "urn:ietf:params:oauth:token-type:jwt";

    @Override
    public String toString() {
        return "McpSubjectToken[type=" + this.type + "]";
    }
}
