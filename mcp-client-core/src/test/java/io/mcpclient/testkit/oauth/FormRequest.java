package io.mcpclient.testkit.oauth;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.nimbusds.jwt.SignedJWT;
import org.jspecify.annotations.Nullable;

import io.mcpclient.testkit.RecordedRequest;

/**
 * A request with parameters, in its form or in its query.
 * @param raw as it arrived
 * @param parameters by name; one that is there twice has its values separated by a line break, which is forbidden
 */
public record FormRequest(RecordedRequest raw, Map<String, String> parameters) {

    static FormRequest of(RecordedRequest raw) {
        String query = URI.create(raw.path()).getRawQuery();
        Map<String, String> parameters = new LinkedHashMap<>();
        parse(query == null ? "" : query, parameters);
        if (raw.method().equals("POST")) {
            parse(raw.body(), parameters);
        }
        return new FormRequest(raw, parameters);
    }

    private static void parse(String encoded, Map<String, String> parameters) {
        for (String pair : encoded.split("&")) {
            if (!pair.isEmpty()) {
                String[] parts = pair.split("=", 2);
                parameters.merge(decoded(parts[0]), parts.length < 2 ? "" : decoded(parts[1]), (a, b) -> a + "\n" + b);
            }
        }
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    /** The value of a parameter, {@code null} without it. */
    public @Nullable String get(String name) {
        return this.parameters.get(name);
    }

    /** The value of a header, {@code null} without it. */
    public @Nullable String header(String name) {
        return this.raw.header(name);
    }

    public String grantType() {
        return this.parameters.getOrDefault("grant_type", "");
    }

    public List<String> scopes() {
        String scope = this.parameters.getOrDefault("scope", "");
        return scope.isBlank() ? List.of() : List.of(scope.split(" "));
    }

    /** Who sent it: from the header, an assertion, or the form; {@code null} if it does not say so. */
    public @Nullable String clientId() {
        String[] basic = basic();
        if (basic != null) {
            return basic[0];
        }
        String assertion = get("client_assertion");
        return assertion == null ? get("client_id") : subject(assertion);
    }

    /** The secret that came with it, {@code null} for none. */
    public @Nullable String clientSecret() {
        String[] basic = basic();
        return basic == null ? get("client_secret") : basic[1];
    }

    private String @Nullable [] basic() {
        String header = header("Authorization");
        if (header == null || !header.startsWith("Basic ")) {
            return null;
        }
        String[] parts =
                new String(Base64.getDecoder().decode(header.substring(6)), StandardCharsets.UTF_8).split(":", 2);
        return new String[] {decoded(parts[0]), decoded(parts[1])};
    }

    private static @Nullable String subject(String assertion) {
        try {
            return SignedJWT.parse(assertion).getJWTClaimsSet().getSubject();
        } catch (ParseException noJwt) {
            return null;
        }
    }
}
