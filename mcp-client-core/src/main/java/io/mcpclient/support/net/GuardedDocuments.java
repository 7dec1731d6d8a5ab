package io.mcpclient.support.net;

import java.net.URI;
import java.util.Map;
import java.util.Set;

import reactor.core.publisher.Mono;

import io.mcpclient.time.TimeSource;

/** {@link UntrustedDocuments} over {@link UntrustedHttpClient}. */
public final class GuardedDocuments implements UntrustedDocuments {

    private final UntrustedHttpClient http;

    /**
     * Creates a reader, see {@link UntrustedDocuments#create}.
     * @param access which addresses may be read
     * @param time timers for the limits
     */
    public GuardedDocuments(Access access, TimeSource time) {
        McpNetworkPolicy policy = access.publicOnly()
                ? McpNetworkPolicy.ofPublic(access.home(), access.trustedOrigins())
                : McpNetworkPolicy.of(access.home(), access.trustedOrigins());
        this.http = new UntrustedHttpClient(
                policy,
                new UntrustedHttpClient.Tls(access.sslContext(), null),
                access.connectTimeout(),
                access.proxy(),
                time);
    }

    /**
     * Checks a URL, see {@link UntrustedDocuments#check}.
     * @param url the URL as received
     * @param what description of the URL
     * @param trustedOrigins origins that may have any address
     * @return the URL, parsed
     * @throws RefusedException if it may not be called
     */
    public static URI check(String url, String what, Set<URI> trustedOrigins) throws RefusedException {
        try {
            URI parsed = UrlSyntax.parse(url, what);
            McpNetworkPolicy policy = McpNetworkPolicy.ofPublic(parsed, trustedOrigins);
            if (Origin.of(parsed).isPlain() && !policy.isTrusted(parsed)) {
                throw UrlSyntax.forbidden(what, "it uses plain http");
            }
            return policy.check(url, what);
        } catch (ForbiddenUrlException ex) {
            throw new RefusedException(String.valueOf(ex.getMessage()));
        }
    }

    @Override
    public Mono<Response> get(URI url, Map<String, String> headers, Limits limits) {
        UntrustedHttpClient.Limits bounds =
                new UntrustedHttpClient.Limits(limits.timeout(), limits.maxBytes(), limits.redirects());
        return this.http
                .send("GET", url, headers, null, bounds)
                .map(answer -> new Response(answer.status(), answer.headers(), answer.body()))
                .onErrorMap(ForbiddenUrlException.class, ex -> new RefusedException(String.valueOf(ex.getMessage())));
    }

    @Override
    public void close() {
        this.http.close();
    }
}
