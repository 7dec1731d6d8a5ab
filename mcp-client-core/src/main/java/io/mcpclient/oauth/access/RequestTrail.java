package io.mcpclient.oauth.access;

import org.jspecify.annotations.Nullable;

import io.mcpclient.auth.HttpCredentials;
import io.mcpclient.oauth.token.TokenKeeper;

/**
 * What was done for one request so far. Immutable.
 *
 * @param held the tokens that it was sent with, or {@code null}
 * @param proofs how often the same token was proved anew
 * @param others how often another token was at hand
 * @param renewals how often a token was obtained or renewed because of it
 * @param stepUps how often more scopes were asked for because of it
 */
record RequestTrail(TokenKeeper.@Nullable Held held, int proofs, int others, int renewals, int stepUps) {

    static final RequestTrail NONE = new RequestTrail(null, 0, 0, 0, 0);

    static RequestTrail of(HttpCredentials credentials) {
        return (credentials.trail() instanceof RequestTrail trail) ? trail : NONE;
    }

    static RequestTrail with(TokenKeeper.Held held) {
        return new RequestTrail(held, 0, 0, 0, 0);
    }

    RequestTrail provedAnew() {
        return new RequestTrail(this.held, this.proofs + 1, this.others, this.renewals, this.stepUps);
    }

    RequestTrail usedOther(TokenKeeper.Held other) {
        return new RequestTrail(other, this.proofs, this.others + 1, this.renewals, this.stepUps);
    }

    RequestTrail renewed(TokenKeeper.Held fresh) {
        return new RequestTrail(fresh, this.proofs, this.others, this.renewals + 1, this.stepUps);
    }

    RequestTrail steppedUp(TokenKeeper.Held fresh) {
        return new RequestTrail(fresh, this.proofs, this.others, this.renewals, this.stepUps + 1);
    }
}
