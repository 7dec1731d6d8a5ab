package io.mcpclient.registry;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class UriTemplateMatcherTests {

    @ParameterizedTest
    @CsvSource({
        "file:///a, file:///a, true",
        "file:///a, file:///ab, false",
        "file:///{name}, file:///x.txt, true",
        "file:///{name}, file:///x/y.txt, false",
        "file:///{name}, file:///x?y, false",
        "file:///{+path}, file:///x/y.txt, true",
        "file://{/path*}, file:///x/y, true",
        "db://{table}/{id}, db://users/7, true",
        "db://{table}/{id}, db://users, false",
        "db://{a}{b}{c}, db://xyz, true",
        "'search://q{?query,limit}', search://q?query=a&limit=2, true",
        "'search://q{?query,limit}', search://q, true",
        "'search://q{?query,limit}', search://other, false",
        "x:{unclosed, x:{unclosed, true",
        "x:{}, x:abc, true"
    })
    void uriMatchesIfItIsAPossibleExpansion(String template, String uri, boolean matches) {
        assertThat(UriTemplateMatcher.matches(template, uri)).isEqualTo(matches);
    }

    @Test
    @Timeout(20)
    void templateWithManyExpressionsIsNotMatchedInExponentialTime() {
        assertThat(UriTemplateMatcher.matches("x:" + "{a}".repeat(1_000) + "!", "x:" + "a".repeat(5_000)))
                .isFalse();
    }
}
