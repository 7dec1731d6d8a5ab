package io.mcpclient.test;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Credentials that an application has only where it is deployed, for example from variables of the environment. It does not start without
 * them, although nothing asks for them in a test: they get values without effect.
 *
 * <pre>
 *  a server with               has one of, or gets the first
 *  type bearer                 token, token-file
 *  type basic                  username; password, password-file
 *  type api-key                key, key-file
 *  grant client-credentials    client-id, client-metadata-url; client-secret, private-key or the file of one; an issuer or endpoints
 *  grant jwt-bearer            assertion, assertion-file; an issuer or endpoints
 * </pre>
 *
 * @param properties properties of the servers
 */
record UnusedCredentials(ServerProperties properties) {

    private static final String CLIENT_CREDENTIALS = "client-credentials";

    private static final String JWT_BEARER = "jwt-bearer";

    private static final List<Need> NEEDS = List.of(
            new Need("type", "bearer", List.of("token", "token-file")),
            new Need("type", "basic", List.of("username")),
            new Need("type", "basic", List.of("password", "password-file")),
            new Need("type", "api-key", List.of("key", "key-file")),
            new Need("grant", CLIENT_CREDENTIALS, List.of("client-id", "client-metadata-url")),
            new Need(
                    "grant",
                    CLIENT_CREDENTIALS,
                    List.of("client-secret", "client-secret-file", "private-key", "private-key-file")),
            new Need("grant", JWT_BEARER, List.of("assertion", "assertion-file")),
            new Need("grant", CLIENT_CREDENTIALS, List.of("issuer", "metadata-url", "token-endpoint")),
            new Need("grant", JWT_BEARER, List.of("issuer", "metadata-url", "token-endpoint")));

    /**
     * What a server needs.
     *
     * @param key property that decides
     * @param word its value
     * @param alternatives properties of which one is necessary
     */
    private record Need(String key, String word, List<String> alternatives) {

        String property() {
            return this.alternatives.get(0);
        }

        /** Any authorization server would do. */
        String unused() {
            return property().equals("issuer") ? "any" : "unused";
        }
    }

    /** Returns values for what the servers lack, by the names of the properties. */
    Map<String, Object> of(Set<String> servers) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (String server : servers) {
            if (isOverHttp(server) && get(server, "registration-id") == null) {
                NEEDS.stream()
                        .filter(need -> isLacking(server, need))
                        .forEach(need ->
                                values.put(this.properties.name(server, "auth." + need.property()), need.unused()));
            }
        }
        return values;
    }

    /** Credentials of all servers are not for those with a command. */
    private boolean isOverHttp(String server) {
        return this.properties.inEffect(server, "command") == null
                && this.properties.inEffect(server, "registry") == null;
    }

    private boolean isLacking(String server, Need need) {
        boolean isOfType = need.key().equals("type") || isWord(get(server, "type"), "oauth2");
        return isOfType
                && isWord(get(server, need.key()), need.word())
                && need.alternatives().stream().allMatch(key -> get(server, key) == null);
    }

    private @Nullable String get(String server, String key) {
        return this.properties.inEffect(server, "auth." + key);
    }

    /** Constants may be written in any case, with dashes and underscores. */
    private static boolean isWord(@Nullable String text, String word) {
        return text != null
                && text.trim().toLowerCase(Locale.ROOT).replaceAll("[-_]", "").equals(word.replace("-", ""));
    }
}
