package io.mcpclient.autoconfigure;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.mcpclient.autoconfigure.Layer.Value;
import io.mcpclient.autoconfigure.McpProperties.ServerDefaults;
import io.mcpclient.settings.McpCircuitBreakerSettings;
import io.mcpclient.settings.McpRetrySettings;

/** Maps retries, circuit breaker and queue limits for {@link ServerSettingsMapper}. */
final class CallPoliciesMapper {

    private CallPoliciesMapper() {}

    static CallPolicies map(Layer layer) {
        Value<Integer> queued = layer.get("max-queued-requests", ServerDefaults::getMaxQueuedRequests, 1024);
        queued.check(value -> value >= 0, "is " + queued.value(), "Use 0 or more.");
        return new CallPolicies(
                retry(layer),
                circuitBreaker(layer),
                queued.value(),
                duration(layer.find("acquire-timeout", ServerDefaults::getAcquireTimeout)),
                duration(layer.find("response-timeout", ServerDefaults::getResponseTimeout)));
    }

    private static @Nullable Duration duration(@Nullable Value<Duration> duration) {
        return (duration != null) ? ServerSettingsMapper.checked(duration, "10s") : null;
    }

    private static McpRetrySettings retry(Layer layer) {
        McpRetrySettings builtIn = McpRetrySettings.defaults();
        return new McpRetrySettings(
                ServerSettingsMapper.number(
                        layer,
                        "retry.max-attempts",
                        settings -> settings.getRetry().getMaxAttempts(),
                        builtIn.maxAttempts()),
                ServerSettingsMapper.duration(
                        layer,
                        "retry.initial-interval",
                        settings -> settings.getRetry().getInitialInterval(),
                        builtIn.initialInterval()),
                ServerSettingsMapper.multiplier(
                        layer,
                        "retry.multiplier",
                        settings -> settings.getRetry().getMultiplier(),
                        builtIn.multiplier()),
                ServerSettingsMapper.duration(
                        layer,
                        "retry.max-interval",
                        settings -> settings.getRetry().getMaxInterval(),
                        builtIn.maxInterval()),
                layer.get(
                                "retry.trust-annotations",
                                settings -> settings.getRetry().getTrustAnnotations(),
                                builtIn.trustAnnotations())
                        .value());
    }

    private static McpCircuitBreakerSettings circuitBreaker(Layer layer) {
        McpCircuitBreakerSettings builtIn = McpCircuitBreakerSettings.defaults();
        return new McpCircuitBreakerSettings(
                layer.get(
                                "circuit-breaker.enabled",
                                settings -> settings.getCircuitBreaker().getEnabled(),
                                builtIn.enabled())
                        .value(),
                ServerSettingsMapper.number(
                        layer,
                        "circuit-breaker.failure-threshold",
                        settings -> settings.getCircuitBreaker().getFailureThreshold(),
                        builtIn.failureThreshold()),
                ServerSettingsMapper.duration(
                        layer,
                        "circuit-breaker.open-duration",
                        settings -> settings.getCircuitBreaker().getOpenDuration(),
                        builtIn.openDuration()));
    }
}
