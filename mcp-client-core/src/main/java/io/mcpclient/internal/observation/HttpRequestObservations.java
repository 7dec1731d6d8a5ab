package io.mcpclient.internal.observation;

import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Function;

import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatusCode;
import org.springframework.web.reactive.function.client.ClientHttpObservationDocumentation;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientRequestObservationContext;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeStrategies;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientRequestException;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

import io.mcpclient.internal.http.HttpReply;
import io.mcpclient.internal.http.HttpRequestObserver;
import io.mcpclient.internal.support.AttributeSet;

/**
 * Observes HTTP requests like {@code WebClient}, with or without one: with the same name, attributes, context and propagation.
 * What is the same for all requests to an address is built once. Thread-safe.
 */
final class HttpRequestObservations implements HttpRequestObserver {

    /** A server of HTTP+SSE assigns a new address to each session. */
    private static final int MAX_ADDRESSES = 64;

    private static final ExchangeStrategies NO_CODECS =
            ExchangeStrategies.empty().build();

    private final ObservationRegistry registry;

    private final HttpRequestConvention convention;

    private final ObservationFailures failures;

    private final Map<Address, Requests> known = new ConcurrentHashMap<>();

    private record Address(HttpMethod method, URI url) {}

    /**
     * What requests to one address have in common.
     *
     * @param request a request without headers
     * @param attributes their attributes, by status; 0 before the response
     */
    private record Requests(ClientRequest request, Map<Integer, KeyValues> attributes) {

        static Requests to(Address address) {
            return new Requests(
                    ClientRequest.create(address.method(), address.url()).build(), new ConcurrentHashMap<>());
        }
    }

    HttpRequestObservations(
            ObservationRegistry registry, HttpRequestConvention convention, ObservationFailures failures) {
        this.registry = registry;
        this.convention = convention;
        this.failures = failures;
    }

    @Override
    public void applyTo(WebClient.Builder builder) {
        builder.observationRegistry(this.registry).observationConvention(this.convention);
    }

    @Override
    public Observed observe(HttpMethod method, URI url, ContextView context) {
        if (this.known.size() >= MAX_ADDRESSES) {
            this.known.clear();
        }
        Requests requests = this.known.computeIfAbsent(new Address(method, url), Requests::to);
        HttpRequestConvention.TraceHeaderCarrier carrier =
                new HttpRequestConvention.TraceHeaderCarrier(requests.request(), this.convention.hasBaggage());
        DirectContext described = new DirectContext(carrier, requests.attributes());
        Observation observation = ClientHttpObservationDocumentation.HTTP_REACTIVE_CLIENT_EXCHANGES
                .observation(this.convention, this.convention, () -> described, this.registry)
                .parentObservation(context.getOrDefault(ObservationThreadLocalAccessor.KEY, null))
                .start();
        return new Direct(described, observation, carrier, this.failures);
    }

    /** Context of a request without a {@code WebClient}. Builds the response that it shows only for handlers that ask for it. */
    static final class DirectContext extends ClientRequestObservationContext {

        private final Map<Integer, KeyValues> attributes;

        private @Nullable HttpReply reply;

        private boolean aborted;

        private final AttributeSet lowCardinality = new AttributeSet();

        private final AttributeSet highCardinality = new AttributeSet();

        DirectContext(ClientRequest.Builder request, Map<Integer, KeyValues> attributes) {
            super(request);
            this.attributes = attributes;
        }

        /**
         * Returns the attributes of low cardinality, which depend on the status alone unless the request fails.
         * @param convention determines them
         */
        KeyValues attributes(Function<ClientRequestObservationContext, KeyValues> convention) {
            if (this.aborted || getError() != null) {
                return convention.apply(this);
            }
            return this.attributes.computeIfAbsent(
                    (this.reply != null) ? this.reply.status() : 0, status -> convention.apply(this));
        }

        // The inherited methods copy each attribute of each request into maps and out of them.

        @Override
        public Observation.Context addLowCardinalityKeyValue(KeyValue keyValue) {
            return addLowCardinalityKeyValues(KeyValues.of(keyValue));
        }

        @Override
        public Observation.Context addHighCardinalityKeyValue(KeyValue keyValue) {
            return addHighCardinalityKeyValues(KeyValues.of(keyValue));
        }

        @Override
        public Observation.Context addLowCardinalityKeyValues(KeyValues keyValues) {
            this.lowCardinality.add(keyValues);
            return this;
        }

        @Override
        public Observation.Context addHighCardinalityKeyValues(KeyValues keyValues) {
            this.highCardinality.add(keyValues);
            return this;
        }

        @Override
        public Observation.Context removeLowCardinalityKeyValue(String keyName) {
            return removeLowCardinalityKeyValues(keyName);
        }

        @Override
        public Observation.Context removeHighCardinalityKeyValue(String keyName) {
            return removeHighCardinalityKeyValues(keyName);
        }

        @Override
        public Observation.Context removeLowCardinalityKeyValues(String... keyNames) {
            this.lowCardinality.remove(keyNames);
            return this;
        }

        @Override
        public Observation.Context removeHighCardinalityKeyValues(String... keyNames) {
            this.highCardinality.remove(keyNames);
            return this;
        }

        @Override
        public KeyValues getLowCardinalityKeyValues() {
            return this.lowCardinality.values();
        }

        @Override
        public KeyValues getHighCardinalityKeyValues() {
            return this.highCardinality.values();
        }

        @Override
        public @Nullable KeyValue getLowCardinalityKeyValue(String key) {
            return this.lowCardinality.get(key);
        }

        @Override
        public @Nullable KeyValue getHighCardinalityKeyValue(String key) {
            return this.highCardinality.get(key);
        }

        @Override
        public boolean isAborted() {
            return this.aborted;
        }

        @Override
        public @Nullable ClientResponse getResponse() {
            HttpReply reply = this.reply;
            if (reply != null && super.getResponse() == null) {
                setResponse(ClientResponse.create(HttpStatusCode.valueOf(reply.status()), NO_CODECS)
                        .headers(headers -> reply.forEachHeader(headers::add))
                        .build());
            }
            return super.getResponse();
        }
    }

    private static final class Direct extends AtomicBoolean implements Observed {

        private final DirectContext context;

        private final Observation observation;

        private final HttpRequestConvention.TraceHeaderCarrier carrier;

        private final ObservationFailures failures;

        Direct(
                DirectContext context,
                Observation observation,
                HttpRequestConvention.TraceHeaderCarrier carrier,
                ObservationFailures failures) {
            this.context = context;
            this.observation = observation;
            this.carrier = carrier;
            this.failures = failures;
        }

        @Override
        public Context within(Context context) {
            return context.put(ObservationThreadLocalAccessor.KEY, this.observation);
        }

        @Override
        public void forEachHeader(BiConsumer<String, String> target) {
            ClientRequest request = this.carrier.build();
            this.context.setRequest(request);
            request.headers().forEach((name, values) -> values.forEach(value -> target.accept(name, value)));
        }

        @Override
        public void answered(HttpReply response) {
            if (compareAndSet(false, true)) {
                this.context.reply = response;
                end(null);
            }
        }

        @Override
        public void failed(Throwable error) {
            if (compareAndSet(false, true)) {
                end(error);
            }
        }

        private void end(@Nullable Throwable error) {
            try {
                if (error != null) {
                    this.observation.error(asOfWebClient(error));
                }
            } catch (Throwable ex) {
                this.failures.log(ex);
            }
            try {
                this.observation.stop();
            } catch (Throwable ex) {
                this.failures.log(ex);
            }
        }

        private Throwable asOfWebClient(Throwable error) {
            ClientRequest request = this.carrier.build();
            return new WebClientRequestException(error, request.method(), request.url(), request.headers());
        }

        @Override
        public void cancelled() {
            if (compareAndSet(false, true)) {
                this.context.aborted = true;
                end(null);
            }
        }
    }
}
