package io.mcpclient.internal.oauth;

import java.net.URI;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

class WellKnownTests {

    static Stream<Arguments> resources() {
        return Stream.of(
                row(
                        "https://h/mcp",
                        "https://h/.well-known/oauth-protected-resource/mcp",
                        "https://h/.well-known/oauth-protected-resource"),
                row(
                        "https://h:8443/a/b/?q=1#f",
                        "https://h:8443/.well-known/oauth-protected-resource/a/b",
                        "https://h:8443/.well-known/oauth-protected-resource"),
                row("https://h", "https://h/.well-known/oauth-protected-resource"),
                row("https://user:pw@h/", "https://h/.well-known/oauth-protected-resource"),
                row("http://[::1]:80/", "http://[::1]:80/.well-known/oauth-protected-resource"));
    }

    // AUTH-07: first the path of the endpoint, then the root, and never the other way round
    @ParameterizedTest(name = "{0}")
    @MethodSource("resources")
    void resourceMetadataUrlsAreInOrder(String server, List<String> places) {
        assertThat(DocumentSearch.WellKnown.ofResource(URI.create(server)))
                .map(URI::toString)
                .isEqualTo(places);
    }

    static Stream<Arguments> issuers() {
        return Stream.of(
                row(
                        "https://h",
                        "https://h/.well-known/oauth-authorization-server",
                        "https://h/.well-known/openid-configuration"),
                row(
                        "https://h/",
                        "https://h/.well-known/oauth-authorization-server",
                        "https://h/.well-known/openid-configuration"),
                row(
                        "https://h/p",
                        "https://h/.well-known/oauth-authorization-server/p",
                        "https://h/.well-known/openid-configuration/p",
                        "https://h/p/.well-known/openid-configuration"),
                row(
                        "https://h:1/p/q/",
                        "https://h:1/.well-known/oauth-authorization-server/p/q",
                        "https://h:1/.well-known/openid-configuration/p/q",
                        "https://h:1/p/q/.well-known/openid-configuration"));
    }

    // AUTH-04, AUTH-15, AUTH-16: both kinds of documents, in the order of the specification; AUTH-17: nothing at the
    // root for
    // an issuer with a path, and one slash at its end is left out
    @ParameterizedTest(name = "{0}")
    @MethodSource("issuers")
    void authorizationServerMetadataUrlsAreInOrder(String issuer, List<String> places) {
        assertThat(DocumentSearch.WellKnown.ofIssuer(URI.create(issuer)))
                .map(URI::toString)
                .isEqualTo(places);
    }

    // AUTH-63: the base is the URL of the server without its path
    @Test
    void rootHasOneMetadataUrl() {
        assertThat(DocumentSearch.WellKnown.ofRoot(URI.create("https://h:8443/v1/mcp")))
                .hasToString("https://h:8443/.well-known/oauth-authorization-server");
    }

    private static Arguments row(String from, String... places) {
        return Arguments.of(from, List.of(places));
    }
}
