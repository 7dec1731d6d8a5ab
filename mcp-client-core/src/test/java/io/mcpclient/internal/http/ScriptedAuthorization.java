package io.mcpclient.internal.http;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.AuthorizedRequest;
import io.mcpclient.auth.HttpAuthorization;
import io.mcpclient.auth.HttpCredentials;
import io.mcpclient.auth.HttpRefusal;
import io.mcpclient.auth.ProtectedServer;

/** An authorization that says what a test wants, and remembers what it was asked. */
final class ScriptedAuthorization implements HttpAuthorization, HttpAuthorization.Provider {

    final List<ProtectedServer> created = new CopyOnWriteArrayList<>();

    final List<AuthorizedRequest> asked = new CopyOnWriteArrayList<>();

    final List<HttpRefusal> refusals = new CopyOnWriteArrayList<>();

    final List<HttpCredentials> refused = new CopyOnWriteArrayList<>();

    final List<AuthorizedRequest> askedAgain = new CopyOnWriteArrayList<>();

    final List<String> heads = new CopyOnWriteArrayList<>();

    final AtomicInteger closed = new AtomicInteger();

    /** What a request is given first. */
    volatile Mono<HttpCredentials> given = bearer("one");

    /** What it is given after a refusal. */
    volatile Function<HttpRefusal, Mono<HttpCredentials>> givenAgain = refusal -> Mono.empty();

    static Mono<HttpCredentials> bearer(String token) {
        return Mono.just(new HttpCredentials(Map.of("Authorization", "Bearer " + token), token));
    }

    @Override
    public HttpAuthorization create(ProtectedServer server) {
        this.created.add(server);
        return this;
    }

    @Override
    public Mono<HttpCredentials> authorize(AuthorizedRequest request) {
        this.asked.add(request);
        return this.given;
    }

    @Override
    public Mono<HttpCredentials> reauthorize(AuthorizedRequest request, HttpCredentials refused, HttpRefusal refusal) {
        this.askedAgain.add(request);
        this.refused.add(refused);
        this.refusals.add(refusal);
        return this.givenAgain.apply(refusal);
    }

    @Override
    public void answered(Function<String, @Nullable String> header) {
        this.heads.add(String.valueOf(header.apply("DPoP-Nonce")));
    }

    @Override
    public Set<String> extensions() {
        return Set.of("com.example/vouched");
    }

    @Override
    public void close() {
        this.closed.incrementAndGet();
    }
}
