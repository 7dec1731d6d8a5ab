package io.mcpclient.identity;

import java.util.function.Supplier;

import io.mcpclient.auth.McpPrincipal;

/**
 * One principal, with the token that he came with last: a user may come back with another one, while what is connected in
 * his name stays. Thread-safe.
 */
final class NewestPrincipal implements Supplier<McpPrincipal> {

    private volatile McpPrincipal newest;

    NewestPrincipal(McpPrincipal first) {
        this.newest = first;
    }

    /** Learns how the same principal came now. Without a token, he is who he was. */
    void seen(McpPrincipal now) {
        McpPrincipal known = this.newest;
        if (known != now && (now.token() != null || known.token() == null)) {
            this.newest = now;
        }
    }

    @Override
    public McpPrincipal get() {
        return this.newest;
    }

    /** It may be printed with the settings of a transport, and the name of a user is nobody's business there. */
    @Override
    public String toString() {
        return "NewestPrincipal";
    }
}
