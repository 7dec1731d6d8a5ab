package io.mcpclient.internal.oauth;

import java.util.List;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ScopeChoiceTests {

    // AUTH-45, AUTH-46, AUTH-61, SEC-26: (challenge, document, settings, authorization server) -> scopes, offline
    // wanted or not
    @ParameterizedTest(name = "{0} | {1} | {2} | {3} | {4}: {5}")
    @CsvSource(
            delimiter = '|',
            value = {
                "a|b c||a b c|true|a",
                "|b c||a b c|true|b c",
                "|||a b c|true|",
                "||own|a b c|true|own",
                "a|b|own||true|a own",
                "a|||offline_access|true|a offline_access",
                "a|||offline_access|false|a",
                "a|offline_access|||true|a",
                "|||offline_access|true|",
                "a b|||b offline_access|true|a b offline_access"
            })
    void scopesOfAFirstToken(
            String challenge, String document, String settings, String known, boolean offline, String expected) {
        List<String> scopes = ScopeChoice.of(words(challenge), words(document))
                .and(words(settings))
                .offline(offline, words(known))
                .toList();

        assertThat(scopes).containsExactlyElementsOf(words(expected));
    }

    private static List<String> words(String text) {
        return (text == null || text.isBlank()) ? List.of() : List.of(text.split(" "));
    }
}
