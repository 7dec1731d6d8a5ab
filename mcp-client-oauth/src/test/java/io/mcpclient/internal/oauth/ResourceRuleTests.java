package io.mcpclient.internal.oauth;

import java.net.URI;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ResourceRuleTests {

    // AUTH-09, Q-09: the URL, or unless that is to be strict one above it; never another origin
    @ParameterizedTest(name = "{0} for {1}: lenient {2}, strict {3}")
    @CsvSource({
        "https://h/mcp,               https://h/mcp,         true,  true",
        "HTTPS://H:443/mcp,           https://h/mcp,         true,  true",
        "https://h/mcp/,              https://h/mcp,         true,  false",
        "https://h/mcp,               https://h/mcp/,        true,  false",
        "https://h,                   https://h/,            true,  true",
        "https://h/,                  https://h,             true,  true",
        "https://h,                   https://h/mcp,         true,  false",
        "https://h/,                  https://h/mcp,         true,  false",
        "https://h/a,                 https://h/a/mcp,       true,  false",
        "https://h/mcp?t=1,           https://h/mcp?t=1,     true,  true",
        "https://h/mcp,               https://h/mcp?t=1,     true,  false",
        "https://h/mcp?t=2,           https://h/mcp?t=1,     false, false",
        "https://h/mcp?t=1,           https://h/mcp,         false, false",
        "https://h/mc,                https://h/mcp,         false, false",
        "https://h/mcp/x,             https://h/mcp,         false, false",
        "https://h/other,             https://h/mcp,         false, false",
        "https://h/MCP,               https://h/mcp,         false, false",
        "https://h/x/../mcp,          https://h/mcp,         false, false",
        "https://h/./,                https://h/mcp,         false, false",
        "http://h/mcp,                https://h/mcp,         false, false",
        "https://h:8443/mcp,          https://h/mcp,         false, false",
        "https://evil.example.com/mcp, https://h/mcp,        false, false",
        "https://h.evil.example/mcp,  https://h/mcp,         false, false",
        "https://h@evil.example/mcp,  https://h/mcp,         false, false",
        "https://u@h/mcp,             https://h/mcp,         false, false",
        "https://h/mcp#f,             https://h/mcp,         false, false",
        "/mcp,                        https://h/mcp,         false, false",
        "urn:mcp:server,              https://h/mcp,         false, false",
        "https:mcp,                   https://h/mcp,         false, false",
        "'https://h/mcp ',            https://h/mcp,         false, false",
        "https://h/{mcp},             https://h/mcp,         false, false",
        "https://[::1]/mcp,           https://[::1]/mcp,     true,  true"
    })
    void resourceIdentifierMustMatchTheServerUrl(String resource, URI accessed, boolean isLenient, boolean isStrict) {
        assertThat(MetadataReader.ResourceRule.accepts(resource, accessed, false))
                .isEqualTo(isLenient);
        assertThat(MetadataReader.ResourceRule.accepts(resource, accessed, true))
                .isEqualTo(isStrict);
    }
}
