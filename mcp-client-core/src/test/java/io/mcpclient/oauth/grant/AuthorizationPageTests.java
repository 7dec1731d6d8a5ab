package io.mcpclient.oauth.grant;

import java.net.URI;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class AuthorizationPageTests {

    // SEC-10, fault H12: an allow list
    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://as.example.com/authorize",
                "https://as.example.com:8443/tenant-1/authorize?kind=user&x=%20",
                "HTTPS://as.example.com/authorize",
                "http://127.0.0.1:9000/authorize",
                "http://localhost:9000/authorize",
                "http://[::1]:9000/authorize"
            })
    void pageOfAnAuthorizationServerMayBeShown(URI url) {
        assertThat(AuthorizationPage.problem(url)).isNull();
    }

    // SEC-10, SEC-11, SEC-12, fault H12
    @ParameterizedTest
    @ValueSource(
            strings = {
                "javascript:alert(1)",
                "data:text/html,hello",
                "file:///etc/passwd",
                "vbscript:run",
                "http://as.example.com/authorize",
                "http://127.0.0.1.example.com/authorize",
                "http://localhost.example.com/authorize",
                "ftp://as.example.com/authorize",
                "ms-settings:about",
                "https:as.example.com",
                "/authorize",
                "https://as.example.com@evil.example.com/authorize",
                "https://as.example.com/authorize#fragment",
                "https://as.example.com/$(id)",
                "https://as.example.com/;id",
                "https://as.example.com/'x'"
            })
    void anythingElseIsNotShown(URI url) {
        assertThat(AuthorizationPage.problem(url)).isNotBlank();
    }
}
