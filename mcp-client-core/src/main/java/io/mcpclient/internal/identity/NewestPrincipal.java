package io.mcpclient.internal.identity;

import java.util.function.Supplier;

import io.mcpclient.auth.McpPrincipal;

/**
 * One principal with its newest token: a user may return with another token while their connection stays. Thread-safe.
 */
final class NewestPrincipal implements Supplier<McpPrincipal> {

    private volatile McpPrincipal newest;

    NewestPrincipal(McpPrincipal first) {
        this.newest = first;
    }

    /** Updates the token. A principal without a token does not replace one with a token. */
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

    /** May be printed with the settings of a transport, where the user's name must not appear. */
    @Override
    public String toString() {
        return "NewestPrincipal";
    }
}
