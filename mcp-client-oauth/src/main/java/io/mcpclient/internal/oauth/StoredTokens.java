package io.mcpclient.internal.oauth;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.McpDPoPMode;
import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.support.store.Digest;
import io.mcpclient.support.store.EncryptedValues;
import io.mcpclient.support.store.StoreLease;

/**
 * The tokens of one server and principal in the store.
 *
 * <pre>
 *  digest(server's URL, principal, settings) ──► owner of the tokens: issuer, resource, client
 *  digest(issuer, resource, client, principal, grant, scopes) ──► the tokens, and the key that they are bound to
 * </pre>
 *
 * A start therefore requires no discovery, and another issuer, resource, client, set of configured scopes or selection of scopes finds
 * nothing. Tokens that are bound to a
 * key are stored with that key if the store is encrypted, otherwise not at all.
 *
 * @see "AUTH-11, AUTH-30, AUTH-53, AUTH-54, AUTH-59, DPOP-06; faults H18, H24"
 */
final class StoredTokens {

    /** Represents any version in the store. */
    static final long ANY_VERSION = -1;

    private static final String PREFIX = "mcp-token:";

    private final EncryptedValues values;

    private final McpOAuthSettings settings;

    private final DPoPKey key;

    private final TokenTimes times;

    private final Supplier<String> principal;

    /** The configured scopes, sorted; marked if no others are requested. */
    private final String scopes;

    private final String ownerKey;

    private @Nullable StoreLease lease;

    private TokenSet.@Nullable Owner leaseOwner;

    StoredTokens(
            ProtectedServer server, McpOAuthSettings settings, EncryptedValues values, DPoPKey key, TokenTimes times) {
        this.values = values;
        this.settings = settings;
        this.key = key;
        this.times = times;
        this.principal = () -> server.principal().get().name();
        this.scopes = String.join(" ", new TreeSet<>(settings.scopes()))
                + (ScopeChoice.isLimited(settings) ? "  only" : ""); // a separator that no list of scopes has
        this.ownerKey = PREFIX
                + Digest.of(List.of(
                        "owner",
                        server.url().toString(),
                        this.principal.get(),
                        settings.grant().name(),
                        String.valueOf(settings.issuer()),
                        String.valueOf(settings.clientId()),
                        this.scopes));
    }

    /**
     * An entry of the store.
     *
     * @param version its version, {@code 0} if there is none
     * @param content the tokens, or {@code null} if there are no usable ones
     */
    record Stored(long version, TokenFormat.@Nullable Content content) {

        static final Stored NOTHING = new Stored(0, null);

        /** The store is unavailable. */
        static final Stored UNKNOWN = new Stored(ANY_VERSION, null);
    }

    private String tokensKey(TokenSet.Owner owner) {
        return PREFIX
                + Digest.of(List.of(
                        "tokens",
                        owner.issuer(),
                        owner.resource(),
                        owner.clientId(),
                        this.principal.get(),
                        this.settings.grant().name(),
                        this.scopes));
    }

    /** Reads the tokens of the last owner. Empty if there are none; an error if the store is unavailable. */
    Mono<TokenFormat.Content> recall() {
        return this.values
                .load(this.ownerKey)
                .flatMap(opened -> Mono.justOrEmpty(TokenFormat.readOwner(this.ownerKey, opened.text())))
                .flatMap(this::load)
                .flatMap(stored -> Mono.justOrEmpty(stored.content()));
    }

    /** Reads the tokens of one owner. Never empty; an error if the store is unavailable. */
    Mono<Stored> load(TokenSet.Owner owner) {
        String tokensKey = tokensKey(owner);
        return this.values
                .load(tokensKey)
                .map(opened -> new Stored(opened.version(), usable(owner, TokenFormat.read(tokensKey, opened.text()))))
                .defaultIfEmpty(Stored.NOTHING);
    }

    /** Bound or unbound, according to the present settings. */
    private TokenFormat.@Nullable Content usable(TokenSet.Owner owner, TokenFormat.@Nullable Content content) {
        if (content == null || !content.held().owner().equals(owner)) {
            return null;
        }
        McpDPoPMode unwanted = content.held().tokens().isDPoP() ? McpDPoPMode.OFF : McpDPoPMode.REQUIRED;
        return (this.settings.dpop() == unwanted) ? null : content;
    }

    /** Whether these tokens may be stored. */
    boolean keeps(TokenSet tokens) {
        return !tokens.isDPoP() || this.settings.encryptor() != null;
    }

    /** Restores the key of stored tokens before they are used. */
    boolean restoreKey(TokenFormat.Content content) {
        return content.keyJson() == null || this.key.restore(content.keyJson());
    }

    /**
     * Replaces the entry, unless another instance has replaced it in the meantime.
     * @param expected version of the present entry, or {@link #ANY_VERSION}
     * @return completes when the entry is stored; an error if the store is unavailable
     */
    Mono<Void> put(TokenKeeper.Held held, long expected) {
        if (expected == ANY_VERSION) {
            return load(held.owner()).flatMap(stored -> put(held, stored.version()));
        }
        String tokensKey = tokensKey(held.owner());
        if (!keeps(held.tokens())) {
            // The previous value is invalid, and must not be found again.
            return (expected == 0)
                    ? Mono.empty()
                    : this.values.remove(tokensKey, expected).then();
        }
        String keyJson = held.tokens().isDPoP() ? this.key.secretJson() : null;
        String text = TokenFormat.write(tokensKey, held, keyJson);
        return this.values
                .replace(tokensKey, expected, text, this.times.kept(held.tokens()))
                .flatMap(replaced -> replaced ? putOwner(held) : Mono.empty());
    }

    /** Writes the owner even if it is unchanged, which extends its lifetime. */
    private Mono<Void> putOwner(TokenKeeper.Held held) {
        String text = TokenFormat.writeOwner(this.ownerKey, held.owner());
        return this.values
                .load(this.ownerKey)
                .map(EncryptedValues.Opened::version)
                .defaultIfEmpty(0L)
                .flatMap(version -> this.values.replace(this.ownerKey, version, text, this.times.kept(held.tokens())))
                .then();
    }

    /** Removes these tokens if they are stored. */
    Mono<Void> remove(TokenKeeper.Held held) {
        return load(held.owner())
                .filter(stored -> stored.content() != null
                        && RecentTokens.isSame(stored.content().held().tokens(), held.tokens()))
                .flatMap(stored -> this.values.remove(tokensKey(held.owner()), stored.version()))
                .then();
    }

    /** The lease for the refresh token of one owner: the same object while the owner is the same. */
    synchronized StoreLease lease(TokenSet.Owner owner) {
        StoreLease present = this.lease;
        if (present == null || !owner.equals(this.leaseOwner)) {
            present = this.values.lease(tokensKey(owner) + ":lease");
            this.lease = present;
            this.leaseOwner = owner;
        }
        return present;
    }

    /** A bounded set of recent tokens. Thread-safe. */
    static final class RecentTokens {

        private static final int MOST = 16;

        private final Deque<String> known = new ArrayDeque<>();

        synchronized void add(TokenSet tokens) {
            if (!contains(tokens)) {
                this.known.addLast(name(tokens));
                if (this.known.size() > MOST) {
                    this.known.removeFirst();
                }
            }
        }

        synchronized boolean contains(TokenSet tokens) {
            return this.known.contains(name(tokens));
        }

        /** Compares both tokens: some authorization servers reissue an access token with another refresh token. */
        static boolean isSame(TokenSet one, TokenSet other) {
            return name(one).equals(name(other));
        }

        private static String name(TokenSet tokens) {
            return tokens.accessToken() + " " + tokens.refreshToken(); // neither contains a space
        }
    }
}
