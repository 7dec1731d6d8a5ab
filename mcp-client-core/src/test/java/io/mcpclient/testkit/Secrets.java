package io.mcpclient.testkit;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Every secret that the tests of this JVM have used: what servers of the testkit were sent in headers for credentials, what
 * the authorization server of the testkit gave out, and what tests name. {@link SecretsWatch} looks for them. Thread-safe.
 *
 * @see "SEC-30, AUTH-53"
 */
public final class Secrets {

    /** Headers with secret values. */
    static final List<String> HEADERS =
            List.of("mcp-session-id", "authorization", "proxy-authorization", "cookie", "x-api-key", "dpop");

    /** Shorter ones are found by chance. */
    static final int SHORTEST = 8;

    /** By their first characters: the tests of one JVM use many thousands. */
    private static final Map<String, Set<String>> ALL = new ConcurrentHashMap<>();

    private Secrets() {}

    /**
     * Remembers a secret, and gives it back. A short one, or a mere word such as {@code invalid_grant}, which damaged data can make
     * a token, is not remembered: it is found by chance.
     */
    public static String use(String secret) {
        if (secret.length() >= SHORTEST && !secret.chars().allMatch(c -> Character.isLetter(c) || c == '_')) {
            ALL.computeIfAbsent(secret.substring(0, SHORTEST), start -> ConcurrentHashMap.newKeySet())
                    .add(secret);
        }
        return secret;
    }

    /** Remembers the value of a header for credentials: without its scheme, and both halves of a basic one together. */
    static void useHeader(String value) {
        String credentials = value.substring(value.indexOf(' ') + 1);
        use(credentials);
        if (value.regionMatches(true, 0, "basic ", 0, 6)) {
            decoded(credentials)
                    .map(pair -> pair.substring(pair.indexOf(':') + 1))
                    .ifPresent(Secrets::use);
        }
    }

    private static Optional<String> decoded(String base64) {
        try {
            return Optional.of(new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8));
        } catch (IllegalArgumentException ex) {
            return Optional.empty();
        }
    }

    /** The first secret in a text, if there is one. */
    static Optional<String> in(String text) {
        for (int i = 0; i + SHORTEST <= text.length(); i++) {
            for (String secret : ALL.getOrDefault(text.substring(i, i + SHORTEST), Set.of())) {
                if (text.startsWith(secret, i)) {
                    return Optional.of(secret);
                }
            }
        }
        return Optional.empty();
    }
}
