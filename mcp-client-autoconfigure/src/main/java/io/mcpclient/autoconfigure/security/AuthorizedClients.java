package io.mcpclient.autoconfigure.security;

import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.client.OAuth2AuthorizeRequest;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.ReactiveOAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.ReactiveOAuth2AuthorizedClientService;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Non-blocking access to Spring Security's authorized clients, for either of its two programming models. */
interface AuthorizedClients {

    Mono<OAuth2AuthorizedClient> load(String registrationId, String principal);

    /** Authorizes a client; empty if no grant can obtain a token. */
    Mono<OAuth2AuthorizedClient> authorize(OAuth2AuthorizeRequest request);

    Mono<Void> remove(String registrationId, String principal);

    /** Reactive model. */
    record Reactive(ReactiveOAuth2AuthorizedClientManager manager, ReactiveOAuth2AuthorizedClientService service)
            implements AuthorizedClients {

        @Override
        public Mono<OAuth2AuthorizedClient> load(String registrationId, String principal) {
            return this.service.loadAuthorizedClient(registrationId, principal);
        }

        @Override
        public Mono<OAuth2AuthorizedClient> authorize(OAuth2AuthorizeRequest request) {
            return this.manager.authorize(request);
        }

        @Override
        public Mono<Void> remove(String registrationId, String principal) {
            return this.service.removeAuthorizedClient(registrationId, principal);
        }
    }

    /** Blocking model, which calls databases and authorization servers on the calling thread. */
    record Waiting(OAuth2AuthorizedClientManager manager, OAuth2AuthorizedClientService service)
            implements AuthorizedClients {

        @Override
        public Mono<OAuth2AuthorizedClient> load(String registrationId, String principal) {
            return elsewhere(() -> this.service.loadAuthorizedClient(registrationId, principal));
        }

        @Override
        public Mono<OAuth2AuthorizedClient> authorize(OAuth2AuthorizeRequest request) {
            return elsewhere(() -> this.manager.authorize(request));
        }

        @Override
        public Mono<Void> remove(String registrationId, String principal) {
            return elsewhere(() -> {
                this.service.removeAuthorizedClient(registrationId, principal);
                return null;
            });
        }

        private static <T> Mono<T> elsewhere(Callable<? extends @Nullable T> work) {
            return Mono.<T>fromCallable(work).subscribeOn(Schedulers.boundedElastic());
        }
    }
}
