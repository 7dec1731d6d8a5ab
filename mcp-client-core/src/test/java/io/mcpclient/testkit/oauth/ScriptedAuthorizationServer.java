package io.mcpclient.testkit.oauth;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.Secrets;

/**
 * An authorization server on the loopback interface, over real HTTP, without users: every request for a code succeeds at once.
 *
 * <pre>{@code
 *  try (var authorizationServer = new ScriptedAuthorizationServer().client("client-1", null)) {
 *      authorizationServer.lifetime(Duration.ofMinutes(1)).nextAt("/token", Reply.status(503));
 *      ...
 *      assertThat(authorizationServer.tokenRequests("refresh_token")).hasSize(1);
 *  }
 * }</pre>
 *
 * <p>It is strict where clients have to be good: PKCE with S256, the same redirect URI, the secret of the client, a resource
 * that stays the same, rotated refresh tokens (using one twice revokes all of its family), proofs that are never the same. What
 * it says itself can be changed member by member, and its answers one by one. All methods may be called from any thread.
 */
public final class ScriptedAuthorizationServer implements AutoCloseable {

    public static final String METADATA = "/.well-known/oauth-authorization-server";

    private static final List<String> SECRET_PARAMETERS = List.of(
            "state",
            "code",
            "code_verifier",
            "client_secret",
            "client_assertion",
            "assertion",
            "subject_token",
            "refresh_token",
            "token");

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final ScriptedHttpServer http = new ScriptedHttpServer();

    private final Map<String, Object> metadata = new LinkedHashMap<>();

    private final ConcurrentMap<String, Deque<Reply>> next = new ConcurrentHashMap<>();

    private final ConcurrentMap<String, Function<FormRequest, @Nullable Reply>> always = new ConcurrentHashMap<>();

    private final IssuedTokens tokens = new IssuedTokens();

    private final Clients clients = new Clients();

    private final TokenResponses tokenAnswers = new TokenResponses(this, this.tokens, this.clients);

    private final AuthorizationResponses authorizationAnswers =
            new AuthorizationResponses(this, this.tokens, this.clients);

    /** Starts the server. */
    public ScriptedAuthorizationServer() {
        this.metadata.put("issuer", issuer());
        this.metadata.put("authorization_endpoint", issuer() + "/authorize");
        this.metadata.put("token_endpoint", issuer() + "/token");
        this.metadata.put("registration_endpoint", issuer() + "/register");
        this.metadata.put("revocation_endpoint", issuer() + "/revoke");
        this.metadata.put("response_types_supported", List.of("code"));
        this.metadata.put(
                "grant_types_supported",
                List.of(
                        "authorization_code",
                        "refresh_token",
                        "client_credentials",
                        TokenResponses.JWT_BEARER,
                        TokenResponses.EXCHANGE));
        this.metadata.put("code_challenge_methods_supported", List.of("S256"));
        this.metadata.put(
                "token_endpoint_auth_methods_supported",
                List.of("none", "client_secret_basic", "client_secret_post", "private_key_jwt"));
        this.metadata.put("authorization_response_iss_parameter_supported", true);
        this.http.onAny().optionally().reply(this::answer);
    }

    // behaviour

    /** The identifier of the server: its origin, without a slash at its end. */
    public String issuer() {
        return "http://127.0.0.1:" + this.http.port();
    }

    public String tokenEndpoint() {
        return issuer() + "/token";
    }

    /** Replaces a member of the metadata, or takes it out. */
    public ScriptedAuthorizationServer metadata(String member, @Nullable Object value) {
        synchronized (this.metadata) {
            if (value == null) {
                this.metadata.remove(member);
            } else {
                this.metadata.put(member, value);
            }
        }
        return this;
    }

    /** The metadata as JSON. */
    public String metadata() {
        synchronized (this.metadata) {
            return JSON.writeValueAsString(this.metadata);
        }
    }

    /** Registers a client from the beginning. @param secret its secret, {@code null} for a public client */
    public ScriptedAuthorizationServer client(String clientId, @Nullable String secret) {
        this.clients.add(clientId, secret);
        return this;
    }

    /** Removes all clients, as a server does that has lost its registrations. */
    public ScriptedAuthorizationServer forgetClients() {
        this.clients.clear();
        return this;
    }

    /** Replaces how long access tokens last, an hour by default; also what {@code expires_in} says. */
    public ScriptedAuthorizationServer lifetime(Duration lifetime) {
        this.tokenAnswers.lifetime(lifetime);
        return this;
    }

    /** Issues no refresh tokens from now on. */
    public ScriptedAuthorizationServer withoutRefreshTokens() {
        this.tokenAnswers.refreshTokens(false);
        return this;
    }

    /** Leaves refresh tokens as they are when they are used. */
    public ScriptedAuthorizationServer withoutRotation() {
        this.tokenAnswers.rotating(false);
        return this;
    }

    /** Replaces the scopes that are granted, whatever is asked for; {@code null} for those asked for. */
    public ScriptedAuthorizationServer granting(@Nullable List<String> scopes) {
        this.tokenAnswers.granting(scopes);
        return this;
    }

    /** Changes the members of each token response. */
    public ScriptedAuthorizationServer tokenResponse(UnaryOperator<Map<String, Object>> change) {
        this.tokenAnswers.change(change);
        return this;
    }

    /** Wants this nonce in each proof at the token endpoint; {@code null} to want none. */
    public ScriptedAuthorizationServer dpopNonce(@Nullable String nonce) {
        this.tokenAnswers.nonce(nonce);
        return this;
    }

    /** Changes the parameters of what the browser is sent back with: {@code code}, {@code state}, {@code iss}. */
    public ScriptedAuthorizationServer authorizationResponse(UnaryOperator<Map<String, String>> change) {
        this.authorizationAnswers.change(change);
        return this;
    }

    /** Answers the next requests to a path so, one after the other, before anything else. */
    public ScriptedAuthorizationServer nextAt(String path, Reply... replies) {
        this.next.computeIfAbsent(path, same -> new ArrayDeque<>());
        this.next.computeIfPresent(path, (same, queue) -> {
            Deque<Reply> more = new ArrayDeque<>(queue);
            more.addAll(List.of(replies));
            return more;
        });
        return this;
    }

    /** Answers all requests to a path so; {@code null} from the function for what the server does by itself. */
    public ScriptedAuthorizationServer at(String path, Function<FormRequest, @Nullable Reply> reply) {
        this.always.put(path, reply);
        return this;
    }

    /** An OAuth error as the token endpoint gives it. */
    public static Reply.Whole error(int status, String error) {
        return Reply.json(status, "{\"error\":\"" + error + "\",\"error_description\":\"scripted\"}");
    }

    // tokens

    /** Issues tokens without being asked over HTTP. */
    public Issued issue(String clientId, @Nullable String resource, String... scopes) {
        IssuedTokens.Pair pair = this.tokens.issue(
                new IssuedTokens.Grant(clientId, List.of(scopes), resource, null), Duration.ofHours(1), true);
        return new Issued(pair.accessToken(), String.valueOf(pair.refreshToken()));
    }

    /** Tokens that were not requested. */
    public record Issued(String accessToken, String refreshToken) {}

    /** Ends all access tokens now; refresh tokens stay good. */
    public void expireAll() {
        this.tokens.expireAll();
    }

    /** Ends all tokens now, refresh tokens too. */
    public void revokeAll() {
        this.tokens.revokeAll();
    }

    /** Whether an access token is good now. */
    public boolean accepts(@Nullable String accessToken) {
        return this.tokens.find(accessToken) != null;
    }

    /** All access tokens ever issued, in their order. */
    public List<String> accessTokens() {
        return this.tokens.accessTokensIssued();
    }

    /** How often a refresh token was used that had been replaced. */
    public int reuses() {
        return this.tokens.reuses();
    }

    /** Tokens and codes that must show up nowhere. */
    public Set<String> secrets() {
        return this.tokens.secrets();
    }

    @Nullable
    FormRequest redeem(@Nullable String code) {
        return this.authorizationAnswers.redeem(code);
    }

    IssuedTokens tokens() {
        return this.tokens;
    }

    // recorded events

    /** The server below, for its counts and waits. */
    public ScriptedHttpServer http() {
        return this.http;
    }

    /** All requests to a path, in order of arrival. */
    public List<FormRequest> requestsAt(String path) {
        return this.http.requests().stream()
                .filter(request -> path(request).equals(path))
                .map(FormRequest::of)
                .toList();
    }

    public List<FormRequest> tokenRequests() {
        return requestsAt("/token");
    }

    public List<FormRequest> tokenRequests(String grantType) {
        return tokenRequests().stream()
                .filter(request -> request.grantType().equals(grantType))
                .toList();
    }

    public List<FormRequest> authorizationRequests() {
        return requestsAt("/authorize");
    }

    /** What clients did that no client may do: wrong verifiers, proofs that were used before, and so on. */
    public Collection<String> complaints() {
        List<String> all = new ArrayList<>(this.tokenAnswers.complaints());
        all.addAll(this.authorizationAnswers.complaints());
        return all;
    }

    @Override
    public void close() {
        this.http.close();
    }

    private static String path(RecordedRequest request) {
        return request.path().split("\\?", 2)[0];
    }

    private Reply answer(RecordedRequest raw) {
        String path = path(raw);
        FormRequest request = FormRequest.of(raw);
        SECRET_PARAMETERS.stream().map(request::get).filter(Objects::nonNull).forEach(Secrets::use);
        Reply scripted = next(path);
        Function<FormRequest, @Nullable Reply> rule = this.always.get(path);
        if (scripted == null && rule != null) {
            scripted = rule.apply(request);
        }
        return scripted == null ? habit(path, request) : scripted;
    }

    private @Nullable Reply next(String path) {
        Reply[] first = new Reply[1];
        this.next.computeIfPresent(path, (same, queue) -> {
            first[0] = queue.peek();
            return new ArrayDeque<>(queue.stream().skip(1).toList());
        });
        return first[0];
    }

    private Reply habit(String path, FormRequest request) {
        return switch (request.raw().method() + " " + path) {
            case "GET " + METADATA -> Reply.json(200, metadata());
            case "GET /authorize" -> this.authorizationAnswers.authorize(request);
            case "POST /token" -> this.tokenAnswers.token(request);
            case "POST /register" -> this.clients.register(request.raw());
            case "POST /revoke" -> this.tokenAnswers.revoke(request);
            default -> Reply.status(404);
        };
    }
}
