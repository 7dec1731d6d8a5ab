package io.mcpclient.text;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class SafeTextTests {

    // SEC-25, faults I06, I07, F16: nothing that a terminal, a log or a reader could take for something else
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "plain text, öäü 漢字 | plain text, öäü 漢字",
                "'a\nb\r\tc' | 'a b  c'",
                "'\u001b[31mred' | '\\u001b[31mred'",
                "'a\u202eb\u200bc\ufeffd' | 'a\\u202eb\\u200bc\\ufeffd'",
                "'a\u2028b\u2029c\u0085d' | 'a\\u2028b\\u2029c\\u0085d'",
                "'a\u3164b\u115fc' | 'a\\u3164b\\u115fc'",
                "'a\u0000b\u007fc' | 'a\\u0000b\\u007fc'",
                "'grin 😀' | 'grin 😀'"
            })
    void excerptEscapesWhatIsNotPrintable(String text, String expected) {
        assertThat(SafeText.excerpt(text)).isEqualTo(expected);
    }

    // fault F16: escaped surrogates that do not pair
    @Test
    void excerptEscapesLoneSurrogates() {
        assertThat(SafeText.excerpt("a\ud83db\ude00")).isEqualTo("a\\ud83db\\ude00");
    }

    // fault I06: invisible characters beyond the basic plane
    @Test
    void excerptEscapesTagCharacters() {
        assertThat(SafeText.excerpt("a" + Character.toString(0xe0041))).isEqualTo("a\\U000e0041");
    }

    @Test
    void excerptCutsLongText() {
        assertThat(SafeText.excerpt("x".repeat(300))).isEqualTo("x".repeat(256) + "…");
        assertThat(SafeText.excerpt("x".repeat(256))).hasSize(256);
        assertThat(SafeText.excerpt("abc", 2)).isEqualTo("ab…");
        assertThat(SafeText.excerpt("a😀b", 2)).isEqualTo("a…");
        assertThat(SafeText.excerpt(null)).isEmpty();
    }
}
