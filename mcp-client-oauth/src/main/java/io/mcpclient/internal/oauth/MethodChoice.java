package io.mcpclient.internal.oauth;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import io.mcpclient.auth.McpTokenAuthMethod;

/**
 * The authentication method of a client at token endpoints. The first matching row applies.
 *
 * <pre>
 * the settings name one                                 that
 * the registration names one                            that
 * there is a key, the server supports private_key_jwt   private_key_jwt
 * there is a secret, the server accepts it in a header  client_secret_basic
 * there is a secret, the server accepts it in a form    client_secret_post
 * there is a secret or a key, the server accepts none   none
 * there is neither secret nor key                       none
 * otherwise                                             no method
 * </pre>
 *
 * A client that registers requests a secret if the server supports it: a client with a secret is safer than one that anyone can
 * impersonate.
 *
 * @see "AUTH-26, AUTH-43, CC-02, CC-04"
 */
final class MethodChoice {

    /** In the order of preference. */
    private static final List<McpTokenAuthMethod> REGISTERED = List.of(
            McpTokenAuthMethod.CLIENT_SECRET_BASIC, McpTokenAuthMethod.CLIENT_SECRET_POST, McpTokenAuthMethod.NONE);

    private MethodChoice() {}

    /**
     * Chooses for a client that has an id.
     * @param configured configured method, or {@code null}
     * @param registered method of the registration, or {@code null}
     * @param known methods that the server supports
     * @param hasKey whether there is a signing key
     * @param hasSecret whether there is a secret
     * @return the method, or {@code null} if there is none
     */
    static @Nullable McpTokenAuthMethod choose(
            @Nullable McpTokenAuthMethod configured,
            @Nullable McpTokenAuthMethod registered,
            List<String> known,
            boolean hasKey,
            boolean hasSecret) {
        if (configured != null) {
            return configured;
        }
        if (registered != null) {
            return registered;
        }
        if (hasKey && supports(known, McpTokenAuthMethod.PRIVATE_KEY_JWT)) {
            return McpTokenAuthMethod.PRIVATE_KEY_JWT;
        }
        if (hasSecret && supports(known, McpTokenAuthMethod.CLIENT_SECRET_BASIC)) {
            return McpTokenAuthMethod.CLIENT_SECRET_BASIC;
        }
        if (hasSecret && supports(known, McpTokenAuthMethod.CLIENT_SECRET_POST)) {
            return McpTokenAuthMethod.CLIENT_SECRET_POST;
        }
        // Many servers do not list public clients, but accept them.
        return (supports(known, McpTokenAuthMethod.NONE) || !(hasKey || hasSecret)) ? McpTokenAuthMethod.NONE : null;
    }

    /**
     * Chooses for a client that is to be registered.
     * @param configured configured method, or {@code null}
     * @param known methods that the server supports
     * @return the methods in order: the supported ones, then those to try if the registration is refused, as the metadata of
     *     some servers is incomplete; empty if there is none
     */
    static List<McpTokenAuthMethod> toRegister(@Nullable McpTokenAuthMethod configured, List<String> known) {
        if (configured != null) {
            // The server would need this client's public key, and no setting allows its use for that.
            return (configured != McpTokenAuthMethod.PRIVATE_KEY_JWT) ? List.of(configured) : List.of();
        }
        List<McpTokenAuthMethod> supported =
                REGISTERED.stream().filter(method -> supports(known, method)).toList();
        return supported.isEmpty()
                ? List.of()
                : Stream.concat(supported.stream(), REGISTERED.stream())
                        .distinct()
                        .toList();
    }

    /**
     * Reads the method of a registration.
     * @param wireValue name of the method
     * @return the method, or {@code null} if it is not supported
     */
    static @Nullable McpTokenAuthMethod parse(String wireValue) {
        return Stream.of(McpTokenAuthMethod.values())
                .filter(method -> method.wireValue().equals(wireValue.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElse(null);
    }

    private static boolean supports(List<String> known, McpTokenAuthMethod method) {
        return known.contains(method.wireValue());
    }
}
