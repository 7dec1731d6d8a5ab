package io.mcpclient.internal.oauth;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class AuthorizationResponseTests {

    // AUTH-38, AUTH-40, AUTH-41, AUTH-42, SEC-19, faults H14, H20: every row of the table, as (query, announced) ->
    // verdict
    @ParameterizedTest(name = "{0}, announced {1}: {2}")
    @CsvSource(
            nullValues = "-",
            value = {
                // state: before everything else
                "-, false, FOREIGN",
                "code=c, false, FOREIGN",
                "code=c&state=other&iss=https://as.example.com, true, FOREIGN",
                "code=c&state=OURS, false, FOREIGN",
                "error=access_denied&iss=https://as.example.com, true, FOREIGN",
                // issuer: plain equality, whether announced or not
                "code=c&state=ours&iss=https://as.example.com, true, ACCEPTED",
                "code=c&state=ours&iss=https%3A%2F%2Fas.example.com, true, ACCEPTED",
                "code=c&state=ours&iss=https://as.example.com, false, ACCEPTED",
                "code=c&state=ours, false, ACCEPTED",
                "code=c&state=ours, true, NO_ISSUER",
                "code=c&state=ours&iss=, false, OTHER_ISSUER",
                "code=c&state=ours&iss=https://as.example.com/, true, OTHER_ISSUER",
                "code=c&state=ours&iss=https://AS.example.com, false, OTHER_ISSUER",
                "code=c&state=ours&iss=https://as.example.com:443, true, OTHER_ISSUER",
                "code=c&state=ours&iss=https://as.ex%2561mple.com, true, OTHER_ISSUER",
                "code=c&state=ours&iss=https://evil.example.com, false, OTHER_ISSUER",
                // errors: after the issuer
                "error=access_denied&state=ours&iss=https://evil.example.com, false, OTHER_ISSUER",
                "error=access_denied&state=ours, true, NO_ISSUER",
                "error=access_denied&state=ours&iss=https://as.example.com, true, REFUSED",
                "error=access_denied&code=c&state=ours, false, REFUSED",
                // the rest
                "state=ours, false, BROKEN",
                "code=&state=ours, false, BROKEN",
                "code=a&code=b&state=ours, false, BROKEN",
                "code=a&state=ours&state=ours, false, BROKEN",
                "code=a&state=ours&iss=https://as.example.com&iss=https://evil.example.com, true, BROKEN"
            })
    void authorizationResponseIsValidatedBeforeUse(
            @Nullable String query, boolean isIssuerAnnounced, AuthorizationResponse.Verdict verdict) {
        AuthorizationResponse answer = new AuthorizationResponse(query);

        assertThat(answer.judge("ours", "https://as.example.com", isIssuerAnnounced))
                .isEqualTo(verdict);
    }
}
