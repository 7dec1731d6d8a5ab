package io.mcpclient.sample.secured.authorization;

import java.io.IOException;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;

import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.UriComponentsBuilder;
import org.springframework.web.util.UriUtils;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * Adds the parameter {@code iss} to every authorization response, with a code or an error. Spring's server does not do that
 * yet.
 *
 * @see "RFC 9207"
 */
final class IssuerInRedirects extends OncePerRequestFilter {

    private final String issuer;

    IssuerInRedirects(String issuer) {
        this.issuer = issuer;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        chain.doFilter(request, new HttpServletResponseWrapper(response) {

            @Override
            public void sendRedirect(String location) throws IOException {
                super.sendRedirect(isOwn(location) ? location : withIssuer(location));
            }
        });
    }

    private boolean isOwn(String location) {
        return location.startsWith("/") || location.startsWith(this.issuer + "/");
    }

    private String withIssuer(String location) {
        return UriComponentsBuilder.fromUriString(location)
                .queryParam("iss", UriUtils.encode(this.issuer, UTF_8))
                .build(true)
                .toUriString();
    }
}
