package io.mcpclient.internal.oauth;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class RemedyTextTests {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Set auth.issuer and auth.client-id. | Set mcp.servers.a$1.auth.issuer and mcp.servers.a$1.auth.client-id.",
                "Open the page (auth.prompt-timeout).  | Open the page (mcp.servers.a$1.auth.prompt-timeout).",
                "Set mcp.servers.b.auth.issuer.        | Set mcp.servers.b.auth.issuer.",
                "Ask https://auth.example.com.         | Ask https://auth.example.com.",
                "Ask the operator.                     | Ask the operator.",
            })
    void propertiesOfTheServerHaveItsPrefix(String remedy, String expected) {
        assertThat(RemedyText.of("a$1", remedy)).isEqualTo(expected);
    }

    @Test
    void withoutARemedyThereIsNone() {
        assertThat(RemedyText.of("a", null)).isNull();
    }
}
