package io.mcpclient.internal.oauth.token;

import java.util.ArrayDeque;
import java.util.Deque;

/** A bounded set of recent tokens. Thread-safe. */
final class RecentTokens {

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
