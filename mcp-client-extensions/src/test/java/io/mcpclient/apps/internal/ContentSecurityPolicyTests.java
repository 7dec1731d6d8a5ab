package io.mcpclient.apps.internal;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Policies of documents, as text. */
class ContentSecurityPolicyTests {

    private static String policy(Object declared) {
        return ContentSecurityPolicy.of(declared, 50, false).value();
    }

    // APP-14
    @Test
    void allListsAppearInTheirDirectives() {
        assertThat(policy(Map.of(
                        "connectDomains", List.of("wss://c.example"),
                        "resourceDomains", List.of("https://R.example", "https://r.example"),
                        "frameDomains", List.of("https://f.example"),
                        "baseUriDomains", List.of("https://b.example"))))
                .isEqualTo("default-src 'none'; script-src 'self' 'unsafe-inline' https://r.example;"
                        + " style-src 'self' 'unsafe-inline' https://r.example; connect-src 'self' wss://c.example;"
                        + " img-src 'self' data: https://r.example; font-src 'self' https://r.example;"
                        + " media-src 'self' data: https://r.example; frame-src https://f.example; object-src 'none';"
                        + " base-uri https://b.example");
    }

    // APP-14
    @Test
    void declarationThatIsNoObjectAllowsNothing() {
        for (Object declared : new Object[] {"*", List.of("https://a.example"), 7}) {
            assertThat(policy(declared)).contains("connect-src 'none'").doesNotContain("a.example");
            assertThat(ContentSecurityPolicy.of(declared, 50, false).warnings()).hasSize(1);
        }
    }

    // APP-15
    @Test
    void listThatIsNoArrayIsIgnored() {
        ContentSecurityPolicy.Result result =
                ContentSecurityPolicy.of(Map.of("connectDomains", "https://a.example"), 50, false);
        assertThat(result.value()).contains("connect-src 'self';");
        assertThat(result.warnings()).containsExactly("connectDomains is not an array: ignored");
    }

    // APP-15: local names are accepted by configuration, and only those
    @ParameterizedTest
    @ValueSource(strings = {"http://localhost:3000", "ws://127.0.0.1:80", "http://[::1]:3000"})
    void localOriginNeedsASetting(String origin) {
        Map<String, Object> declared = Map.of("connectDomains", List.of(origin, "http://a.example"));
        assertThat(ContentSecurityPolicy.of(declared, 50, true).value())
                .contains(origin)
                .doesNotContain("a.example");
        assertThat(policy(declared)).doesNotContain(origin);
    }

    // APP-15
    @Test
    void longDomainsAreDropped() {
        assertThat(policy(Map.of("connectDomains", List.of("https://" + "a".repeat(300) + ".example"))))
                .contains("connect-src 'self';");
    }
}
