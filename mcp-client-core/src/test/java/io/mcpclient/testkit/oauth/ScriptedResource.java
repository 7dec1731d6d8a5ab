package io.mcpclient.testkit.oauth;

import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;

/**
 * Makes a scripted server one that wants tokens of an authorization server.
 *
 * <pre>{@code
 *  ScriptedModernServer server = ScriptedHttpServer.modern();
 *  ScriptedResource resource = ScriptedResource.protect(server, authorizationServer).wanting("tools/call", "write");
 * }</pre>
 *
 * <p>A request without a good token gets 401 with a challenge, one whose token lacks a scope 403. Which token is good is up to
 * the authorization server and its test. Begin with this: rules that were there before answer without a token.
 */
public final class ScriptedResource {

    public static final String METADATA = "/.well-known/oauth-protected-resource";

    private final ScriptedHttpServer server;

    private volatile ScriptedAuthorizationServer authorizationServer;

    private final Map<String, Object> metadata = new LinkedHashMap<>();

    private final ConcurrentMap<String, List<String>> wanted = new ConcurrentHashMap<>();

    private final Collection<String> open = new ConcurrentLinkedQueue<>();

    private final Collection<String> complaints = new ConcurrentLinkedQueue<>();

    private final ProofCheck proofs = new ProofCheck();

    private final ConcurrentMap<RecordedRequest, Reply> refused = new ConcurrentHashMap<>();

    private final AtomicInteger refusals = new AtomicInteger();

    private volatile @Nullable String challenge;

    private volatile boolean proofRequired;

    private volatile @Nullable String nonce;

    private volatile boolean checksResource = true;

    private ScriptedResource(ScriptedHttpServer server, ScriptedAuthorizationServer authorizationServer) {
        this.server = server;
        this.authorizationServer = authorizationServer;
        this.metadata.put("resource", server.url());
        this.metadata.put("authorization_servers", List.of(authorizationServer.issuer()));
        this.metadata.put("bearer_methods_supported", List.of("header"));
    }

    /** Protects a server. Its metadata is where the path of its endpoint says. */
    public static ScriptedResource protect(ScriptedHttpServer server, ScriptedAuthorizationServer authorizationServer) {
        ScriptedResource resource = new ScriptedResource(server, authorizationServer);
        server.on("GET")
                .path(METADATA + server.uri().getPath())
                .optionally()
                .reply(request -> Reply.json(200, resource.document()));
        server.onAny().where(resource::refuses).optionally().reply(resource::refused);
        return resource;
    }

    /** Looked at once: a proof is good for one look. */
    private boolean refuses(RecordedRequest request) {
        Reply refusal = refusal(request);
        if (refusal != null) {
            this.refusals.incrementAndGet();
            this.refused.put(request, refusal);
        }
        return refusal != null;
    }

    private Reply refused(RecordedRequest request) {
        return Objects.requireNonNull(this.refused.remove(request));
    }

    // requirements

    /** Replaces a member of the metadata, or takes it out. */
    public ScriptedResource metadata(String member, @Nullable Object value) {
        synchronized (this.metadata) {
            if (value == null) {
                this.metadata.remove(member);
            } else {
                this.metadata.put(member, value);
            }
        }
        return this;
    }

    /** Moves to another authorization server: tokens of the previous one are invalid. */
    public ScriptedResource moveTo(ScriptedAuthorizationServer other) {
        this.authorizationServer = other;
        return metadata("authorization_servers", List.of(other.issuer()));
    }

    /** Wants scopes for a method, see {@link ScriptedHttpServer#on}; {@code "*"} for all that have none of their own. */
    public ScriptedResource wanting(String method, String... scopes) {
        this.wanted.put(method, List.of(scopes));
        return this;
    }

    /** Wants no token for these methods. */
    public ScriptedResource open(String... methods) {
        this.open.addAll(List.of(methods));
        return this;
    }

    /** Replaces the whole challenge of a 401; empty for none at all. */
    public ScriptedResource challenge(@Nullable String challenge) {
        this.challenge = challenge;
        return this;
    }

    /** Takes tokens that are bound to a key alone. */
    public ScriptedResource requiringProofs() {
        this.proofRequired = true;
        return metadata("dpop_bound_access_tokens_required", true);
    }

    /** Wants this nonce in each proof; {@code null} to want none. */
    public ScriptedResource dpopNonce(@Nullable String nonce) {
        this.nonce = nonce;
        return this;
    }

    /** Takes tokens that were issued for any resource, or none. */
    public ScriptedResource forAnyResource() {
        this.checksResource = false;
        return this;
    }

    // recorded events

    /** How many requests got 401 or 403. */
    public int refusals() {
        return this.refusals.get();
    }

    /** What clients did that no client may do. */
    public Collection<String> complaints() {
        return this.complaints;
    }

    public URI metadataUrl() {
        return this.server.uri().resolve(METADATA + this.server.uri().getPath());
    }

    private String document() {
        synchronized (this.metadata) {
            return Clients.json(this.metadata);
        }
    }

    /** What is to be said against a request, {@code null} for nothing. */
    private @Nullable Reply refusal(RecordedRequest request) {
        if (request.path().startsWith("/.well-known/") || this.open.stream().anyMatch(request::is)) {
            return null;
        }
        String header = request.header("Authorization");
        String[] parts = header == null ? new String[] {"", ""} : header.split(" ", 2);
        IssuedTokens.Grant grant = this.authorizationServer.tokens().find(parts.length < 2 ? null : parts[1]);
        if (grant == null || !isFor(grant)) {
            return unauthorized(header == null ? null : "invalid_token");
        }
        boolean isBound = grant.thumbprint() != null;
        if (isBound != parts[0].equals("DPoP") || (this.proofRequired && !isBound)) {
            return unauthorized("invalid_token");
        }
        Reply refused = isBound ? proofRefusal(request, grant, parts[1]) : null;
        return refused == null ? scopeRefusal(request, grant) : refused;
    }

    private boolean isFor(IssuedTokens.Grant grant) {
        synchronized (this.metadata) {
            return !this.checksResource
                    || String.valueOf(this.metadata.get("resource")).equals(grant.resource());
        }
    }

    private @Nullable Reply proofRefusal(RecordedRequest request, IssuedTokens.Grant grant, String token) {
        ProofCheck.Verdict verdict = this.proofs.check(request, this.server.url(), token, this.nonce);
        if ("nonce".equals(verdict.problem())) {
            return Reply.status(401)
                    .withHeader("WWW-Authenticate", "DPoP error=\"use_dpop_nonce\"")
                    .withHeader("DPoP-Nonce", String.valueOf(this.nonce));
        }
        if (verdict.problem() != null || !String.valueOf(grant.thumbprint()).equals(verdict.thumbprint())) {
            this.complaints.add("proof of " + request + ": " + verdict.problem());
            return unauthorized("invalid_dpop_proof");
        }
        return null;
    }

    private @Nullable Reply scopeRefusal(RecordedRequest request, IssuedTokens.Grant grant) {
        List<String> scopes = this.wanted.entrySet().stream()
                .filter(entry -> request.is(entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(this.wanted.getOrDefault("*", List.of()));
        if (grant.scopes().containsAll(scopes)) {
            return null;
        }
        return Reply.status(403)
                .withHeader(
                        "WWW-Authenticate",
                        scheme() + " error=\"insufficient_scope\", scope=\"" + String.join(" ", scopes) + "\", "
                                + metadataParameter());
    }

    private Reply unauthorized(@Nullable String error) {
        String whole = this.challenge;
        if (whole != null) {
            return whole.isEmpty() ? Reply.status(401) : Reply.status(401).withHeader("WWW-Authenticate", whole);
        }
        List<String> parameters = new ArrayList<>();
        if (error != null) {
            parameters.add("error=\"" + error + "\"");
        }
        if (this.wanted.containsKey("*")) {
            parameters.add("scope=\"" + String.join(" ", this.wanted.get("*")) + "\"");
        }
        parameters.add(metadataParameter());
        return Reply.status(401).withHeader("WWW-Authenticate", scheme() + " " + String.join(", ", parameters));
    }

    private String scheme() {
        return this.proofRequired ? "DPoP" : "Bearer";
    }

    private String metadataParameter() {
        return "resource_metadata=\"" + metadataUrl() + "\"";
    }
}
