package io.mcpclient.oauth.token;

import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.oauth.McpOAuthSettings;
import io.mcpclient.store.SealedValues;

/**
 * Keeps the tokens of one server and one principal: in memory, and in the store. Whatever changes them happens once for any
 * number of callers at once, in all instances that share the store. Thread-safe; nothing blocks.
 *
 * @see "AUTH-54, AUTH-58, AUTH-59; faults H01 to H05, H23, H24, J15"
 */
public final class TokenKeeper {

    /**
     * Creates the keeper of one server and principal. Costs no I/O.
     * @param server the server, as the principal sees it
     * @param settings how tokens are to be obtained
     * @param values where it is kept
     */
    public TokenKeeper(ProtectedServer server, McpOAuthSettings settings, SealedValues values) {
        throw new UnsupportedOperationException("to be written");
    }

    /** Tokens and whose they are. */
    public record Held(TokenOwner owner, TokenSet tokens) {}

    /**
     * Returns what is at hand, without waiting.
     * @return the tokens, maybe expired, or {@code null}
     */
    public @Nullable Held current() {
        throw new UnsupportedOperationException("to be written");
    }

    /**
     * Returns what is remembered, from the store if memory has nothing.
     * @return the tokens, maybe expired; empty if there are none, or the store does not answer in time
     */
    public Mono<Held> recall() {
        throw new UnsupportedOperationException("to be written");
    }

    /**
     * Renews the tokens, once for all callers that saw the same ones: whoever comes while that happens waits for it, whoever
     * comes with older tokens than the present ones gets those.
     * @param seen what the caller has seen to be of no use, {@code null} if it had nothing
     * @param renewal how to get others, called with the newest ones known, or {@code null}; subscribed to once. If its caller
     *     goes away, it goes on
     * @return the new tokens, or the error of the renewal, for all who wait
     */
    public Mono<Held> renew(@Nullable Held seen, Function<@Nullable Held, Mono<Held>> renewal) {
        throw new UnsupportedOperationException("to be written");
    }

    /**
     * Forgets the tokens if they still are these, here and in the store.
     * @param held the tokens
     * @return completes when they are forgotten; no error
     */
    public Mono<Void> forget(Held held) {
        throw new UnsupportedOperationException("to be written");
    }
}
