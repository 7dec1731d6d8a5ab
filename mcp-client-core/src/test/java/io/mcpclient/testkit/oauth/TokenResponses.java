package io.mcpclient.testkit.oauth;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;

import com.nimbusds.jose.util.Base64URL;
import org.jspecify.annotations.Nullable;

import io.mcpclient.testkit.Reply;

/** The token endpoint of a {@link ScriptedAuthorizationServer}. */
final class TokenResponses {

    static final String JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";

    static final String EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";

    private static final String ACCESS_TOKEN = "urn:ietf:params:oauth:token-type:access_token";

    private final ScriptedAuthorizationServer server;

    private final IssuedTokens tokens;

    private final Clients clients;

    private final ProofCheck proofs = new ProofCheck();

    private final Collection<String> complaints = new ConcurrentLinkedQueue<>();

    private volatile Duration lifetime = Duration.ofHours(1);

    private volatile boolean refreshTokens = true;

    private volatile boolean rotating = true;

    private volatile @Nullable List<String> granting;

    private volatile @Nullable String nonce;

    private volatile UnaryOperator<Map<String, Object>> change = UnaryOperator.identity();

    TokenResponses(ScriptedAuthorizationServer server, IssuedTokens tokens, Clients clients) {
        this.server = server;
        this.tokens = tokens;
        this.clients = clients;
    }

    void lifetime(Duration lifetime) {
        this.lifetime = lifetime;
    }

    void refreshTokens(boolean issued) {
        this.refreshTokens = issued;
    }

    void rotating(boolean rotating) {
        this.rotating = rotating;
    }

    void granting(@Nullable List<String> scopes) {
        this.granting = scopes;
    }

    void nonce(@Nullable String nonce) {
        this.nonce = nonce;
    }

    void change(UnaryOperator<Map<String, Object>> change) {
        this.change = change;
    }

    Collection<String> complaints() {
        return this.complaints;
    }

    Reply token(FormRequest request) {
        if (!this.clients.authenticates(request)) {
            return ScriptedAuthorizationServer.error(401, "invalid_client");
        }
        String thumbprint = null;
        if (request.header("DPoP") != null) {
            ProofCheck.Verdict verdict =
                    this.proofs.check(request.raw(), this.server.tokenEndpoint(), null, this.nonce);
            if ("nonce".equals(verdict.problem())) {
                return ScriptedAuthorizationServer.error(400, "use_dpop_nonce")
                        .withHeader("DPoP-Nonce", String.valueOf(this.nonce));
            }
            if (verdict.problem() != null) {
                return refused("invalid_dpop_proof", verdict.problem());
            }
            thumbprint = verdict.thumbprint();
        }
        return switch (request.grantType()) {
            case "authorization_code" -> code(request, thumbprint);
            case "refresh_token" -> refresh(request, thumbprint);
            case "client_credentials" -> issued(request, request.get("resource"), thumbprint, false, null);
            case JWT_BEARER ->
                request.get("assertion") == null
                        ? refused("invalid_request", "no assertion")
                        : issued(request, request.get("resource"), thumbprint, false, null);
            case EXCHANGE -> exchange(request, thumbprint);
            default -> refused("unsupported_grant_type", request.grantType());
        };
    }

    private Reply code(FormRequest request, @Nullable String thumbprint) {
        FormRequest asked = this.server.redeem(request.get("code"));
        if (asked == null) {
            return refused("invalid_grant", "code");
        }
        if (!Objects.equals(asked.get("redirect_uri"), request.get("redirect_uri"))
                || !Objects.equals(asked.get("client_id"), request.clientId())) {
            return refused("invalid_grant", "redirect_uri or client_id");
        }
        if (!Objects.equals(asked.get("resource"), request.get("resource"))) {
            return refused("invalid_target", "resource");
        }
        if (!String.valueOf(asked.get("code_challenge")).equals(challenge(request.get("code_verifier")))) {
            return refused("invalid_grant", "code_verifier");
        }
        return issued(asked, asked.get("resource"), thumbprint, this.refreshTokens, null);
    }

    private Reply refresh(FormRequest request, @Nullable String thumbprint) {
        IssuedTokens.Pair pair = this.tokens.refresh(
                request.get("refresh_token"),
                request.clientId(),
                request.scopes(),
                thumbprint,
                this.lifetime,
                this.rotating);
        return pair == null ? ScriptedAuthorizationServer.error(400, "invalid_grant") : answer(pair, null);
    }

    private Reply exchange(FormRequest request, @Nullable String thumbprint) {
        if (request.get("subject_token") == null || request.get("subject_token_type") == null) {
            return refused("invalid_request", "no subject");
        }
        String type = request.parameters().getOrDefault("requested_token_type", ACCESS_TOKEN);
        return issued(request, request.get("resource"), thumbprint, false, type);
    }

    private Reply issued(
            FormRequest asked,
            @Nullable String resource,
            @Nullable String thumbprint,
            boolean withRefreshToken,
            @Nullable String issuedTokenType) {
        List<String> scopes = this.granting;
        IssuedTokens.Grant grant = new IssuedTokens.Grant(
                String.valueOf(asked.clientId()), scopes == null ? asked.scopes() : scopes, resource, thumbprint);
        return answer(this.tokens.issue(grant, this.lifetime, withRefreshToken), issuedTokenType);
    }

    private Reply answer(IssuedTokens.Pair pair, @Nullable String issuedTokenType) {
        boolean isAccessToken = issuedTokenType == null || issuedTokenType.equals(ACCESS_TOKEN);
        String type = pair.grant().thumbprint() == null ? "Bearer" : "DPoP";
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("access_token", pair.accessToken());
        members.put("token_type", isAccessToken ? type : "N_A");
        members.put("expires_in", this.lifetime.toSeconds());
        if (pair.refreshToken() != null) {
            members.put("refresh_token", pair.refreshToken());
        }
        if (!pair.grant().scopes().isEmpty()) {
            members.put("scope", String.join(" ", pair.grant().scopes()));
        }
        if (issuedTokenType != null) {
            members.put("issued_token_type", issuedTokenType);
        }
        Reply.Whole reply = Reply.json(200, Clients.json(this.change.apply(members)));
        return reply.withHeader("Cache-Control", "no-store");
    }

    Reply revoke(FormRequest request) {
        if (!this.clients.authenticates(request)) {
            return ScriptedAuthorizationServer.error(401, "invalid_client");
        }
        this.tokens.revoke(request.get("token"));
        return Reply.status(200);
    }

    private Reply refused(String error, String problem) {
        this.complaints.add("token request: " + error + ": " + problem);
        return ScriptedAuthorizationServer.error(400, error);
    }

    private static @Nullable String challenge(@Nullable String verifier) {
        if (verifier == null) {
            return null;
        }
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII));
            return Base64URL.encode(digest).toString();
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
