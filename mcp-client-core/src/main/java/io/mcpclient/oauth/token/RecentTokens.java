package io.mcpclient.oauth.token;

import java.util.ArrayDeque;
import java.util.Deque;

/** The last tokens of which something is known. Thread-safe. */
final class RecentTokens {

    private static final int MOST = 16;

    private final Deque<String> accessTokens = new ArrayDeque<>();

    synchronized void add(TokenSet known) {
        if (!contains(known)) {
            this.accessTokens.addLast(known.accessToken());
            if (this.accessTokens.size() > MOST) {
                this.accessTokens.removeFirst();
            }
        }
    }

    synchronized boolean contains(TokenSet asked) {
        return this.accessTokens.contains(asked.accessToken());
    }
}
