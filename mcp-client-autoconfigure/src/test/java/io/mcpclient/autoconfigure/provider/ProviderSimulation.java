package io.mcpclient.autoconfigure.provider;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedModernServer;
import io.mcpclient.testkit.oauth.FormRequest;
import io.mcpclient.testkit.oauth.ScriptedAuthorizationServer;
import io.mcpclient.testkit.oauth.ScriptedResource;

/**
 * A provider as publicly known: its MCP server, the origin of its metadata, and the origin of its endpoints, each on a port of its
 * own. It declares only what {@link ScriptedAuthorizationServer#metadata(String, Object)} is called with, has its metadata
 * only where {@link #documentAt} says, and refuses what the real one refuses. Nothing of it is known to the client.
 */
final class ProviderSimulation implements AutoCloseable {

    /** The callback of an application on this machine, as it is registered at the provider. */
    static final String REDIRECT_URI = "http://localhost:8080/mcp/oauth/callback";

    static final String CLIENT_ID = "app-1";

    static final String CLIENT_SECRET = "secret-of-the-application";

    private static final Reply NOT_FOUND = Reply.status(404, "text/html", "<html>Not found</html>");

    private static final List<String> DEFAULT_MEMBERS = List.of(
            "registration_endpoint",
            "revocation_endpoint",
            "grant_types_supported",
            "code_challenge_methods_supported",
            "token_endpoint_auth_methods_supported",
            "authorization_response_iss_parameter_supported");

    private record Refusal(Predicate<FormRequest> when, Function<FormRequest, Reply> reply) {}

    private final ScriptedAuthorizationServer endpoints = new ScriptedAuthorizationServer();

    private final ScriptedHttpServer documents = new ScriptedHttpServer();

    private final ScriptedModernServer server = ScriptedHttpServer.modern().capabilities("{\"tools\":{}}");

    private final ScriptedResource resource;

    private final Set<String> documentPaths = ConcurrentHashMap.newKeySet();

    private final Map<String, List<Refusal>> refusals = new ConcurrentHashMap<>();

    private final List<Function<RecordedRequest, @Nullable Reply>> serverReplies = new CopyOnWriteArrayList<>();

    private final Map<String, String> properties = new LinkedHashMap<>();

    private boolean refreshing = true;

    private int firstConsents = 1;

    private volatile boolean revoked;

    ProviderSimulation() {
        DEFAULT_MEMBERS.forEach(member -> this.endpoints.metadata(member, null));
        this.endpoints
                .at(ScriptedAuthorizationServer.METADATA, request -> NOT_FOUND)
                .at("/authorize", request -> refusal("/authorize", request))
                .at("/token", request -> refusal("/token", request))
                .at("/register", request -> refusal("/register", request));
        responses(parameters -> {
            parameters.remove("iss");
            return parameters;
        });
        this.server
                .onAny()
                .where(request -> serverReply(request) != null)
                .optionally()
                .reply(this::serverReply);
        this.resource = ScriptedResource.protect(this.server, this.endpoints);
        this.documents
                .onAny()
                .where(request -> !this.documentPaths.contains(request.path()))
                .optionally()
                .reply(NOT_FOUND);
        this.server
                .on("GET")
                .where(request -> request.path().startsWith("/.well-known/"))
                .optionally()
                .reply(NOT_FOUND);
        setting("url", this.server.url());
        setting("auth.type", "oauth2");
    }

    // the provider

    ScriptedAuthorizationServer endpoints() {
        return this.endpoints;
    }

    ScriptedResource resource() {
        return this.resource;
    }

    ScriptedModernServer server() {
        return this.server;
    }

    /** The origin of the endpoints. */
    String endpointsOrigin() {
        return this.endpoints.issuer();
    }

    /** The origin of the metadata, if it is not that of the endpoints. */
    String documentsOrigin() {
        return "http://127.0.0.1:" + this.documents.port();
    }

    /** Publishes the metadata at these URLs; all others are not found. */
    ProviderSimulation documentAt(String... urls) {
        for (String url : urls) {
            documentAt(url, UnaryOperator.identity());
        }
        return this;
    }

    /** Publishes the metadata with changes in its text. */
    ProviderSimulation documentAt(String url, UnaryOperator<String> change) {
        String path = URI.create(url).getPath();
        if (url.startsWith(this.endpoints.issuer() + "/")) {
            this.endpoints.at(path, request -> Reply.json(200, change.apply(this.endpoints.metadata())));
        } else {
            this.documentPaths.add(path);
            this.documents
                    .on("GET")
                    .path(path)
                    .optionally()
                    .reply(request -> Reply.json(200, change.apply(this.endpoints.metadata())));
        }
        return this;
    }

    /** Declares a member of the metadata. */
    ProviderSimulation declares(String member, Object value) {
        this.endpoints.metadata(member, value);
        return this;
    }

    /** Names the authorization server, and the scopes, in the metadata of the MCP server. */
    ProviderSimulation protectedBy(String issuer, String... scopes) {
        this.resource.metadata("authorization_servers", List.of(issuer));
        this.resource.metadata("scopes_supported", scopes.length == 0 ? null : List.of(scopes));
        return this;
    }

    /** Answers requests to the MCP server before anything else; {@code null} from the function for its usual answer. */
    ProviderSimulation server(Function<RecordedRequest, @Nullable Reply> reply) {
        this.serverReplies.add(reply);
        return this;
    }

    private @Nullable Reply serverReply(RecordedRequest request) {
        for (Function<RecordedRequest, @Nullable Reply> reply : this.serverReplies) {
            Reply found = reply.apply(request);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** Changes the parameters that the browser comes back with. */
    ProviderSimulation responses(UnaryOperator<Map<String, String>> change) {
        this.endpoints.authorizationResponse(parameters -> change.apply(new LinkedHashMap<>(parameters)));
        return this;
    }

    /** Issues tokens whatever the parameter {@code resource} says. */
    ProviderSimulation ignoresResource() {
        this.resource.forAnyResource();
        return this;
    }

    /** Changes token responses. */
    ProviderSimulation tokens(UnaryOperator<Map<String, Object>> change) {
        this.endpoints.tokenResponse(members -> change.apply(new LinkedHashMap<>(members)));
        return this;
    }

    /** Issues refresh tokens for the scope {@code offline_access}, which is not among the granted ones. */
    ProviderSimulation refreshTokensForOfflineAccess() {
        return tokens(members -> {
            List<String> scopes =
                    new ArrayList<>(List.of(String.valueOf(members.get("scope")).split(" ")));
            if (!scopes.remove("offline_access")) {
                members.remove("refresh_token");
            }
            members.put("scope", String.join(" ", scopes));
            return members;
        });
    }

    /** Issues access tokens that do not end, and no refresh tokens. */
    ProviderSimulation withoutRefreshTokens() {
        this.refreshing = false;
        this.endpoints.withoutRefreshTokens();
        return this;
    }

    /** Has a client from the beginning, with this redirect URI alone. */
    ProviderSimulation registeredClient() {
        this.endpoints.client(CLIENT_ID, CLIENT_SECRET);
        showsPage("redirect_uri_mismatch", request -> !REDIRECT_URI.equals(request.get("redirect_uri")));
        setting("auth.client-id", CLIENT_ID);
        return setting("auth.client-secret", CLIENT_SECRET);
    }

    // refusals

    /** Shows an error to the user, and does not send the browser back. */
    ProviderSimulation showsPage(String error, Predicate<FormRequest> when) {
        return refuses("/authorize", when, request -> Reply.status(400, "text/html", error));
    }

    /** Sends the browser back with an error. */
    ProviderSimulation sendsBack(String error, String description, Predicate<FormRequest> when) {
        return refuses("/authorize", when, request -> {
            Map<String, String> parameters = new LinkedHashMap<>();
            parameters.put("error", error);
            parameters.put("error_description", description);
            parameters.put("state", String.valueOf(request.get("state")));
            List<String> query = new ArrayList<>();
            parameters.forEach(
                    (name, value) -> query.add(name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8)));
            return Reply.redirect(302, request.get("redirect_uri") + "?" + String.join("&", query));
        });
    }

    ProviderSimulation refusesTokens(Reply reply, Predicate<FormRequest> when) {
        return refuses("/token", when, request -> reply);
    }

    /** The answer to a refresh token that is revoked; {@code invalid_grant} with status 400 if there is none. */
    ProviderSimulation refusesRevoked(Reply reply) {
        return refusesTokens(reply, request -> request.grantType().equals("refresh_token") && this.revoked);
    }

    ProviderSimulation refusesRegistration(Reply reply, Predicate<FormRequest> when) {
        return refuses("/register", when, request -> reply);
    }

    private ProviderSimulation refuses(String path, Predicate<FormRequest> when, Function<FormRequest, Reply> reply) {
        this.refusals
                .computeIfAbsent(path, same -> new CopyOnWriteArrayList<>())
                .add(new Refusal(when, reply));
        return this;
    }

    private @Nullable Reply refusal(String path, FormRequest request) {
        return this.refusals.getOrDefault(path, List.of()).stream()
                .filter(refusal -> refusal.when().test(request))
                .findFirst()
                .map(refusal -> refusal.reply().apply(request))
                .orElse(null);
    }

    // the application

    /** Adds a property of the application, relative to {@code mcp.servers.<name>}. */
    ProviderSimulation setting(String property, String value) {
        this.properties.put(property, value);
        return this;
    }

    /** Removes all properties that begin so. */
    ProviderSimulation withoutSettings(String prefix) {
        if (this.properties.keySet().removeIf(property -> property.startsWith(prefix))) {
            return this;
        }
        throw new IllegalArgumentException(prefix);
    }

    /** The properties of the application for this server under a name. */
    Map<String, Object> properties(String serverName) {
        Map<String, Object> all = new LinkedHashMap<>();
        this.properties.forEach((property, value) -> all.put("mcp.servers." + serverName + "." + property, value));
        return all;
    }

    // the passage of time

    /** The first call needs this many consents, because it needs more scopes than the connection. */
    ProviderSimulation firstConsents(int count) {
        this.firstConsents = count;
        return this;
    }

    int firstConsents() {
        return this.firstConsents;
    }

    boolean isRefreshing() {
        return this.refreshing;
    }

    /** Ends the access tokens. */
    void expireAccessTokens() {
        this.endpoints.expireAll();
    }

    /** Ends the consent of the user, as in the settings of the account. */
    void revokeConsent() {
        this.revoked = true;
        this.endpoints.revokeAll();
    }

    int consents() {
        return this.endpoints.authorizationRequests().size();
    }

    @Override
    public void close() {
        this.server.close();
        this.documents.close();
        this.endpoints.close();
    }
}
