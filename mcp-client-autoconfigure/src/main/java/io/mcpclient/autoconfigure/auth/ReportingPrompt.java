package io.mcpclient.autoconfigure.auth;

import java.net.URI;
import java.time.Duration;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationEventPublisher;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.McpAuthorizationPrompt;
import io.mcpclient.auth.McpAuthorizationRequest;
import io.mcpclient.error.McpException;
import io.mcpclient.spring.McpAuthorizationFailedEvent;

/**
 * A prompt that is looked up on first use, and that publishes the failures of requests: without it only the user would see them.
 *
 * @param bean the prompt, or {@code null} if codes of devices are only logged
 * @param events publisher of failures
 */
record ReportingPrompt(@Nullable Supplier<McpAuthorizationPrompt> bean, ApplicationEventPublisher events)
        implements McpAuthorizationPrompt {

    @Override
    public Mono<URI> prompt(McpAuthorizationRequest request) {
        Supplier<McpAuthorizationPrompt> prompt = this.bean;
        if (prompt == null) {
            return Mono.error(new IllegalStateException("there is no prompt"));
        }
        report(request);
        return prompt.get().prompt(request);
    }

    @Override
    public Mono<Void> promptForCode(McpAuthorizationRequest request) {
        report(request);
        return (this.bean != null) ? this.bean.get().promptForCode(request) : Mono.empty();
    }

    private void report(McpAuthorizationRequest request) {
        request.outcome().subscribe(done -> {}, error -> {
            if (error instanceof McpException failure) {
                this.events.publishEvent(
                        new McpAuthorizationFailedEvent(request.serverName(), request.principal(), failure));
            }
        });
    }

    @Override
    public @Nullable URI redirectUri() {
        return (this.bean != null) ? this.bean.get().redirectUri() : null;
    }

    @Override
    public @Nullable String link(McpAuthorizationRequest request) {
        return (this.bean != null) ? this.bean.get().link(request) : null;
    }

    @Override
    public Duration timeout() {
        return (this.bean != null) ? this.bean.get().timeout() : Duration.ZERO;
    }
}
