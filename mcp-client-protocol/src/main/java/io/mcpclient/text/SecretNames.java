package io.mcpclient.text;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * Recognizes names of headers, variables, parameters and flags whose value is a secret.
 *
 * <table>
 * <caption>Words of a name; the first match applies</caption>
 * <tr><th>name</th><th>examples</th><th>secret</th></tr>
 * <tr><td>ends with a word for a place or a property</td><td>{@code TOKEN_FILE}, {@code SSH_AUTH_SOCK},
 * {@code OAUTH_TOKEN_URL}</td><td>no</td></tr>
 * <tr><td>has a word that ends with a word for a secret</td><td>{@code GITHUB_TOKEN}, {@code PGPASSWORD},
 * {@code --apiKey}, {@code Set-Cookie}</td><td>yes</td></tr>
 * <tr><td>has a short word for a secret</td><td>{@code X-API-Key}, {@code --auth}, {@code GITHUB_PAT}</td><td>yes</td></tr>
 * <tr><td>other</td><td>{@code LOG_LEVEL}, {@code MAX_TOKENS}, {@code KEYBOARD}</td><td>no</td></tr>
 * </table>
 */
public final class SecretNames {

    private static final Pattern BETWEEN_WORDS = Pattern.compile("[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])");

    private static final Set<String> PLACES = Set.of(
            "file",
            "path",
            "dir",
            "directory",
            "sock",
            "socket",
            "url",
            "uri",
            "endpoint",
            "host",
            "type",
            "scheme",
            "mode",
            "method",
            "name",
            "ttl",
            "timeout",
            "algorithm",
            "issuer",
            "audience",
            "scope",
            "scopes",
            "hint",
            "provider",
            "realm",
            "flow",
            "format",
            "policy",
            "limit",
            "enabled");

    private static final List<String> ENDINGS = List.of(
            "token",
            "secret",
            "secrets",
            "password",
            "passwd",
            "passphrase",
            "pwd",
            "apikey",
            "accesskey",
            "privatekey",
            "authorization",
            "cookie",
            "credential",
            "credentials");

    /** Words that denote secrets in configuration but are ordinary words elsewhere. */
    private static final Set<String> SHORT =
            Set.of("key", "auth", "pat", "pass", "jwt", "bearer", "assertion", "signature", "sig");

    /** Cache: requests repeat a few header names, and splitting each into words is more expensive than a lookup. */
    private static final Map<String, Boolean> KNOWN = new ConcurrentHashMap<>();

    private static final int MAX_KNOWN = 256;

    private static final int MAX_KNOWN_LENGTH = 64;

    private SecretNames() {}

    /**
     * Returns whether a name denotes a secret.
     * @param name name of a header, a variable, a parameter or a flag
     * @return whether its value must be treated as a secret
     */
    public static boolean isSecret(String name) {
        Boolean known = KNOWN.get(name);
        if (known != null) {
            return known;
        }
        boolean secret = hasSecretWord(name);
        if (name.length() <= MAX_KNOWN_LENGTH && KNOWN.size() < MAX_KNOWN) {
            KNOWN.put(name, secret);
        }
        return secret;
    }

    private static boolean hasSecretWord(String name) {
        List<String> words = words(name);
        return isNoPlace(words) && words.stream().anyMatch(word -> SHORT.contains(word) || endsSecretly(word));
    }

    /**
     * Returns whether the name of a tool argument denotes a secret. Stricter than {@link #isSecret}: tools use {@code key}
     * for lookups; only names such as {@code apiKey} denote a credential.
     * @param name name of the argument
     * @return whether its value must be treated as a secret
     */
    public static boolean isSecretArgument(String name) {
        List<String> words = words(name);
        return isNoPlace(words)
                && (words.stream().anyMatch(SecretNames::endsSecretly) || endsSecretly(String.join("", words)));
    }

    private static List<String> words(String name) {
        return BETWEEN_WORDS
                .splitAsStream(name)
                .filter(word -> !word.isEmpty())
                .map(word -> word.toLowerCase(Locale.ROOT))
                .toList();
    }

    private static boolean isNoPlace(List<String> words) {
        return !words.isEmpty() && !PLACES.contains(words.get(words.size() - 1));
    }

    private static boolean endsSecretly(String word) {
        return ENDINGS.stream().anyMatch(word::endsWith);
    }
}
