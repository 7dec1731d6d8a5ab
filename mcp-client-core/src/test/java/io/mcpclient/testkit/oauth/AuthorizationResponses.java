package io.mcpclient.testkit.oauth;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import io.mcpclient.testkit.Reply;

/** The authorization endpoint of a {@link ScriptedAuthorizationServer}: everybody agrees at once. */
final class AuthorizationResponses {

    private final ScriptedAuthorizationServer server;

    private final IssuedTokens tokens;

    private final Clients clients;

    private final ConcurrentMap<String, FormRequest> codes = new ConcurrentHashMap<>();

    private final Collection<String> complaints = new ConcurrentLinkedQueue<>();

    private volatile UnaryOperator<Map<String, String>> change = UnaryOperator.identity();

    AuthorizationResponses(ScriptedAuthorizationServer server, IssuedTokens tokens, Clients clients) {
        this.server = server;
        this.tokens = tokens;
        this.clients = clients;
    }

    void change(UnaryOperator<Map<String, String>> change) {
        this.change = change;
    }

    Collection<String> complaints() {
        return this.complaints;
    }

    /** The request of a code, which becomes invalid; {@code null} for no such code. */
    @Nullable
    FormRequest redeem(@Nullable String code) {
        return this.codes.remove(String.valueOf(code));
    }

    Reply authorize(FormRequest request) {
        String problem = problem(request);
        if (problem != null) {
            this.complaints.add("authorization request: " + problem);
            return Reply.status(400, "text/plain", problem);
        }
        String code = this.tokens.secret("code");
        this.codes.put(code, request);
        Map<String, String> answer = new LinkedHashMap<>();
        answer.put("code", code);
        answer.put("state", String.valueOf(request.get("state")));
        answer.put("iss", this.server.issuer());
        String query = this.change.apply(answer).entrySet().stream()
                .map(entry -> entry.getKey() + "=" + URLEncoder.encode(entry.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        String redirectUri = String.valueOf(request.get("redirect_uri"));
        return Reply.redirect(302, redirectUri + (redirectUri.contains("?") ? "&" : "?") + query);
    }

    private @Nullable String problem(FormRequest request) {
        if (!this.clients.knows(request.get("client_id"))) {
            return "client";
        }
        if (!"code".equals(request.get("response_type")) || request.get("redirect_uri") == null) {
            return "response_type or redirect_uri";
        }
        boolean isS256 = "S256".equals(request.get("code_challenge_method")) && request.get("code_challenge") != null;
        return isS256 ? null : "code_challenge";
    }
}
