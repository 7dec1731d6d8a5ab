package io.mcpclient.autoconfigure;

import java.net.URI;
import java.time.Duration;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.McpClientBuilder;
import io.mcpclient.schema.ProtocolRevision;

/**
 * Settings of one enabled server: complete, checked, immutable. {@code toString} shows no header values.
 *
 * @param name name of the server
 * @param endpoint where it is and how to get there
 * @param revision the only revision to accept, or {@code null} to negotiate
 * @param required whether the application waits for it and fails without it
 * @param start when to connect for the first time
 * @param timeouts limits in time
 * @param limits limits in number and size
 * @param reconnect pauses between attempts
 */
record ServerSettings(
        String name,
        Endpoint endpoint,
        @Nullable ProtocolRevision revision,
        boolean required,
        McpProperties.Start start,
        Timeouts timeouts,
        Limits limits,
        Reconnect reconnect) {

    record Endpoint(
            URI url,
            Map<String, String> headers,
            @Nullable SslBundleName sslBundle,
            @Nullable Proxy proxy) {

        @Override
        public String toString() {
            return "Endpoint[" + this.url.getHost() + ", headers=" + this.headers.keySet() + "]";
        }
    }

    /** Name of an SSL bundle, and the property that holds it: whether it exists is known only later. */
    record SslBundleName(String property, String name) {}

    record Proxy(String host, int port) {}

    record Timeouts(Duration connect, Duration request, Duration shutdown) {}

    record Limits(int maxMessageSize, int maxPages, int maxConcurrentRequests) {}

    record Reconnect(Duration initialInterval, double multiplier, Duration maxInterval) {}

    /** Whether the application connects it, instead of its first user. A required server is waited for anyway. */
    boolean startsEagerly() {
        return this.required || this.start == McpProperties.Start.EAGER;
    }

    /** Carries everything but the SSL bundle over. */
    void applyTo(McpClientBuilder builder) {
        builder.url(this.endpoint.url());
        this.endpoint.headers().forEach(builder::header);
        if (this.endpoint.proxy() != null) {
            builder.proxy(this.endpoint.proxy().host(), this.endpoint.proxy().port());
        }
        if (this.revision != null) {
            builder.revision(this.revision);
        }
        builder.connectTimeout(this.timeouts.connect());
        builder.requestTimeout(this.timeouts.request());
        builder.shutdownTimeout(this.timeouts.shutdown());
        builder.maxMessageSize(this.limits.maxMessageSize());
        builder.maxPages(this.limits.maxPages());
        builder.maxConcurrentRequests(this.limits.maxConcurrentRequests());
        builder.reconnect(this.reconnect.initialInterval(), this.reconnect.multiplier(), this.reconnect.maxInterval());
    }
}
