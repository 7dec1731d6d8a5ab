package io.mcpclient.sample.web;

import java.io.IOException;

import jakarta.servlet.ServletException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

import static org.assertj.core.api.Assertions.assertThat;

class LocalOnlyFilterTests {

    // I28
    @ParameterizedTest
    @CsvSource({
        "POST, localhost:8080, , 200",
        "POST, LOCALHOST:8080, , 200",
        "POST, 127.0.0.1:9090, , 200",
        "POST, [::1]:8080, , 200",
        "POST, localhost, , 200",
        "POST, evil.example, , 403",
        "POST, evil.example:8080, , 403",
        "POST, localhost.evil.example:8080, , 403",
        "POST, localhost@evil.example:8080, , 403",
        "POST, evil.example@localhost:8080, , 403",
        "POST, 127.0.0.1.evil.example, , 403",
        "POST, 0.0.0.0:8080, , 403",
        "POST, , , 403",
        "POST, localhost:8080, http://localhost:8080, 200",
        "POST, 127.0.0.1:8080, http://localhost:8080, 200",
        "POST, localhost:8080, http://localhost:3000, 403",
        "POST, localhost:8080, https://localhost:8080, 403",
        "POST, localhost:8080, https://evil.example, 403",
        "POST, localhost:8080, http://localhost.evil.example:8080, 403",
        "POST, localhost:8080, null, 403",
        "POST, localhost:8080, '', 403",
        "DELETE, localhost:8080, https://evil.example, 403",
        "PUT, localhost:8080, https://evil.example, 403",
        "GET, localhost:8080, https://evil.example, 200",
        "GET, localhost:8080, , 200",
        "GET, attacker.example:8080, , 403",
        "HEAD, attacker.example:8080, , 403",
        "OPTIONS, attacker.example:8080, , 403",
    })
    void onlySameHostRequestsAreAllowed(String method, String host, String origin, int status)
            throws ServletException, IOException {
        MockHttpServletRequest request = new MockHttpServletRequest(method, "/api/tools/echo");
        if (host != null) {
            request.addHeader("Host", host);
        }
        if (origin != null) {
            request.addHeader("Origin", origin);
        }
        MockHttpServletResponse response = new MockHttpServletResponse();
        MockFilterChain chain = new MockFilterChain();

        new LocalOnlyFilter().doFilter(request, response, chain);

        assertThat(response.getStatus()).isEqualTo(status);
        assertThat(chain.getRequest() != null).isEqualTo(status == 200);
    }
}
