package io.mcpclient.internal.oauth.client;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import io.mcpclient.auth.TokenAuthMethod;

/**
 * How a client authenticates at token endpoints. The first row that applies decides.
 *
 * <pre>
 * the settings say how                                  that
 * the registration says how                             that
 * there is a key, the server knows private_key_jwt      private_key_jwt
 * there is a secret, the server knows it in a header    client_secret_basic
 * there is a secret, the server knows it in a form      client_secret_post
 * there is a secret or a key, the server knows none     none
 * there is neither secret nor key                       none
 * otherwise                                             there is no way
 * </pre>
 *
 * A client that is to be registered gets a secret if the server likes to give one: one that is known to the server is better
 * than one that everybody can say to be.
 *
 * @see "AUTH-26, AUTH-43, CC-02, CC-04"
 */
final class MethodChoice {

    private MethodChoice() {}

    /**
     * Chooses for a client that has an id.
     * @param configured what the settings say, or {@code null}
     * @param registered what the registration says, or {@code null}
     * @param known what the server knows
     * @param hasKey whether there is a key to sign with
     * @param hasSecret whether there is a secret
     * @return the method, or {@code null} if there is no way
     */
    static @Nullable TokenAuthMethod choose(
            @Nullable TokenAuthMethod configured,
            @Nullable TokenAuthMethod registered,
            List<String> known,
            boolean hasKey,
            boolean hasSecret) {
        if (configured != null) {
            return configured;
        }
        if (registered != null) {
            return registered;
        }
        if (hasKey && knows(known, TokenAuthMethod.PRIVATE_KEY_JWT)) {
            return TokenAuthMethod.PRIVATE_KEY_JWT;
        }
        if (hasSecret && knows(known, TokenAuthMethod.CLIENT_SECRET_BASIC)) {
            return TokenAuthMethod.CLIENT_SECRET_BASIC;
        }
        if (hasSecret && knows(known, TokenAuthMethod.CLIENT_SECRET_POST)) {
            return TokenAuthMethod.CLIENT_SECRET_POST;
        }
        // Many servers do not mention public clients and serve them all the same.
        return (knows(known, TokenAuthMethod.NONE) || !(hasKey || hasSecret)) ? TokenAuthMethod.NONE : null;
    }

    /**
     * Chooses for a client that is to be registered.
     * @param configured what the settings say, or {@code null}
     * @param known what the server knows
     * @return the method, or {@code null} if there is no way
     */
    static @Nullable TokenAuthMethod toRegister(@Nullable TokenAuthMethod configured, List<String> known) {
        if (configured != null) {
            // The server would have to be told our public key, and nobody has said that it is meant for that.
            return (configured != TokenAuthMethod.PRIVATE_KEY_JWT) ? configured : null;
        }
        return Stream.of(TokenAuthMethod.CLIENT_SECRET_BASIC, TokenAuthMethod.CLIENT_SECRET_POST, TokenAuthMethod.NONE)
                .filter(method -> knows(known, method))
                .findFirst()
                .orElse(null);
    }

    /**
     * Reads the method of a registration.
     * @param wireValue name of the method
     * @return the method, or {@code null} if it is none that we know
     */
    static @Nullable TokenAuthMethod parse(String wireValue) {
        return Stream.of(TokenAuthMethod.values())
                .filter(method -> method.wireValue().equals(wireValue.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElse(null);
    }

    private static boolean knows(List<String> known, TokenAuthMethod method) {
        return known.contains(method.wireValue());
    }
}
