package io.mcpclient.internal.oauth;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.mcpclient.auth.HttpRefusal;
import io.mcpclient.error.McpChallenge;

import static org.assertj.core.api.Assertions.assertThat;

class RefusalTableTests {

    // AUTH-05, AUTH-44, AUTH-55
    @ParameterizedTest(name = "{0} {1}, token {2}: {3}")
    @CsvSource(
            nullValues = "-",
            value = {
                "401, -, true, UNAUTHORIZED",
                "401, invalid_token, true, UNAUTHORIZED",
                "401, insufficient_scope, true, SCOPE",
                "401, insufficient_scope, false, UNAUTHORIZED",
                "401, use_dpop_nonce, true, NONCE",
                "403, insufficient_scope, true, SCOPE",
                "403, insufficient_scope, false, SCOPE",
                "403, -, true, FORBIDDEN",
                "403, invalid_token, true, UNAUTHORIZED",
                "403, use_dpop_nonce, true, FORBIDDEN"
            })
    void kindOfAnAuthorizationError(int status, @Nullable String error, boolean hasToken, RefusalTable.Kind kind) {
        List<McpChallenge> challenges = List.of(
                new McpChallenge("basic", Map.of()),
                new McpChallenge("bearer", (error != null) ? Map.of("error", error) : Map.of()));

        assertThat(RefusalTable.kind(new HttpRefusal(status, challenges), hasToken))
                .isEqualTo(kind);
    }

    /**
     * What is known of the request, in the order of the columns: token (none, bearer, dpop), other at hand, user missing, may
     * ask for more, asked for already, sufficient; then how often its proof was repeated, it had another token, was renewed and stepped up.
     */
    // AUTH-05, AUTH-44, AUTH-48, AUTH-49, AUTH-55, DPOP-05, faults H01, H05, H06, H27: every row of the table
    @ParameterizedTest(name = "{0}, {1}, {2}, {3}: {4}")
    @CsvSource({
        // a nonce is wanted: not an authorization
        "NONCE, dpop, ----, 0000, REPEAT_PROOF",
        "NONCE, dpop, -u--, 1011, REPEAT_PROOF",
        "NONCE, dpop, o---, 0000, REPEAT_PROOF",
        "NONCE, dpop, ----, 2000, FAIL",
        "NONCE, bearer, ----, 0000, RENEW",
        "NONCE, none, ----, 0000, OBTAIN",
        // another token is there by now
        "UNAUTHORIZED, bearer, o---, 0000, USE_OTHER",
        "UNAUTHORIZED, none, o---, 0000, USE_OTHER",
        "UNAUTHORIZED, none, ou--, 0000, USE_OTHER",
        "UNAUTHORIZED, bearer, o---, 0110, USE_OTHER",
        "UNAUTHORIZED, bearer, o---, 0200, RENEW",
        "SCOPE, bearer, o-m-, 0000, USE_OTHER",
        "SCOPE, bearer, o-m-, 0200, STEP_UP",
        // no good token
        "UNAUTHORIZED, none, ----, 0000, OBTAIN",
        "UNAUTHORIZED, none, -u--, 0000, STAND",
        "UNAUTHORIZED, none, ----, 0010, FAIL",
        "UNAUTHORIZED, bearer, ----, 0000, RENEW",
        "UNAUTHORIZED, bearer, -u--, 0000, RENEW",
        "UNAUTHORIZED, bearer, ----, 0100, RENEW",
        "UNAUTHORIZED, bearer, ----, 0001, RENEW",
        "UNAUTHORIZED, bearer, ----, 0010, FAIL",
        "UNAUTHORIZED, dpop, ----, 2010, FAIL",
        // a scope is missing
        "SCOPE, none, --m-, 0000, STAND",
        "SCOPE, bearer, -um-, 0000, STAND",
        "SCOPE, bearer, ----, 0000, FAIL_FOR_SCOPES",
        "SCOPE, bearer, --ma, 0000, FAIL_FOR_SCOPES",
        "SCOPE, bearer, --m-, 0002, FAIL_FOR_SCOPES",
        "SCOPE, bearer, --m-, 0000, STEP_UP",
        "SCOPE, bearer, --m-, 0010, STEP_UP",
        "SCOPE, bearer, --m-, 0001, STEP_UP",
        "SCOPE, bearer, --mas, 0000, RENEW",
        "SCOPE, bearer, -umas, 0000, RENEW",
        "SCOPE, bearer, ---as, 0000, RENEW",
        "SCOPE, bearer, --mas, 0010, FAIL_FOR_SCOPES",
        "SCOPE, bearer, --mas, 0001, FAIL_FOR_SCOPES",
        // nothing that a token could mend
        "FORBIDDEN, bearer, o-m-, 0000, STAND",
        "FORBIDDEN, none, ----, 0000, STAND"
    })
    void actionForEachRow(RefusalTable.Kind kind, String token, String flags, String done, RefusalTable.Action action) {
        RefusalTable.AuthAttempts trail =
                new RefusalTable.AuthAttempts(null, digit(done, 0), digit(done, 1), digit(done, 2), digit(done, 3));
        RefusalTable.State state = new RefusalTable.State(
                !token.equals("none"),
                token.equals("dpop"),
                flags.contains("o"),
                flags.contains("u"),
                flags.contains("m"),
                flags.contains("a"),
                flags.contains("s"),
                trail);

        assertThat(RefusalTable.action(kind, state)).isEqualTo(action);
    }

    private static int digit(String text, int index) {
        return text.charAt(index) - '0';
    }

    // fault H05: every request ends, regardless of the responses
    @Test
    void everyRequestEndsWhateverTheServerResponds() {
        RefusalTable.AuthAttempts trail = RefusalTable.AuthAttempts.NONE;
        int steps = 0;
        while (steps < 20) {
            RefusalTable.State state =
                    new RefusalTable.State(true, true, steps % 2 == 0, false, true, false, true, trail);
            RefusalTable.Kind kind = RefusalTable.Kind.values()[steps % 3];
            RefusalTable.AuthAttempts next = next(RefusalTable.action(kind, state), trail);
            if (next == null) {
                break;
            }
            trail = next;
            steps++;
        }
        assertThat(steps).isLessThan(8);
    }

    private static RefusalTable.@Nullable AuthAttempts next(
            RefusalTable.Action action, RefusalTable.AuthAttempts trail) {
        return switch (action) {
            case REPEAT_PROOF -> trail.withRepeatedProof();
            case USE_OTHER ->
                new RefusalTable.AuthAttempts(
                        null, trail.proofs(), trail.others() + 1, trail.renewals(), trail.stepUps());
            case OBTAIN, RENEW ->
                new RefusalTable.AuthAttempts(
                        null, trail.proofs(), trail.others(), trail.renewals() + 1, trail.stepUps());
            case STEP_UP ->
                new RefusalTable.AuthAttempts(
                        null, trail.proofs(), trail.others(), trail.renewals(), trail.stepUps() + 1);
            default -> null;
        };
    }
}
