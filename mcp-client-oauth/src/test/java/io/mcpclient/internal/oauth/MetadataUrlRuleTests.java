package io.mcpclient.internal.oauth;

import java.net.URI;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class MetadataUrlRuleTests {

    // AUTH-25: https with a path; for development http where everything is on one machine
    @ParameterizedTest(name = "{0} at {1}: {2}")
    @CsvSource({
        "https://app.example.com/client.json,       https://as.example.com, ",
        "https://app.example.com/a/b?c=d,           https://as.example.com, ",
        "https://app.example.com/client.json,       http://localhost:9000,  ",
        "http://localhost:8080/client.json,         http://127.0.0.1:9000,  ",
        "http://localhost:8080/client.json,         https://as.example.com, is not https",
        "http://app.example.com/client.json,        http://localhost:9000,  is not https",
        "ftp://app.example.com/client.json,         https://as.example.com, is not https",
        "https://app.example.com,                   https://as.example.com, has no path",
        "https://app.example.com/,                  https://as.example.com, has no path",
        "https://app.example.com/a/../b,            https://as.example.com, has dot segments in its path",
        "https://user@app.example.com/client.json,  https://as.example.com, is not an absolute URL without user and fragment",
        "https://app.example.com/client.json#x,     https://as.example.com, is not an absolute URL without user and fragment",
        "/client.json,                              https://as.example.com, is not an absolute URL without user and fragment"
    })
    void clientMetadataUrlIsValidOrHasAProblem(URI url, URI issuer, @Nullable String problem) {
        assertThat(MetadataUrlRule.problem(url, issuer)).isEqualTo(problem);
    }
}
