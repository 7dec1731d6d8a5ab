package io.mcpclient.internal.observation;

import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.reactive.ClientHttpRequest;
import org.springframework.util.MultiValueMap;
import org.springframework.web.reactive.function.BodyInserter;
import org.springframework.web.reactive.function.client.ClientHttpObservationDocumentation.HighCardinalityKeyNames;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientRequestObservationContext;
import org.springframework.web.reactive.function.client.ClientRequestObservationConvention;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.DefaultClientRequestObservationConvention;

/**
 * Spring's convention with three differences: spans do not show the query of the URL, which often contains keys and tokens
 * (fault I23); unregistered statuses share one value (fault I26); and baggage is not sent unless enabled. Baggage is not a
 * matter of names, but a convention is our only code with access to the context before the propagator writes into the request.
 * A convention of the application replaces names and attributes; the first and the last difference remain.
 */
final class HttpRequestConvention extends DefaultClientRequestObservationConvention {

    private final boolean baggage;

    private final @Nullable ClientRequestObservationConvention application;

    HttpRequestConvention(boolean baggage, @Nullable ClientRequestObservationConvention application) {
        this.baggage = baggage;
        this.application = application;
    }

    @Override
    public String getName() {
        String own = (this.application != null) ? this.application.getName() : null;
        return (own != null) ? own : super.getName();
    }

    @Override
    public @Nullable String getContextualName(ClientRequestObservationContext context) {
        String own = (this.application != null) ? this.application.getContextualName(context) : null;
        return (own != null) ? own : super.getContextualName(context);
    }

    boolean hasBaggage() {
        return this.baggage;
    }

    @Override
    public KeyValues getLowCardinalityKeyValues(ClientRequestObservationContext context) {
        if (context instanceof HttpRequestObservations.DirectContext direct) {
            return (this.application != null)
                    ? this.application.getLowCardinalityKeyValues(context)
                    : direct.attributes(super::getLowCardinalityKeyValues);
        }
        ClientRequest.Builder request = context.getCarrier();
        if (request != null && !(request instanceof TraceHeaderCarrier)) {
            context.setCarrier(new TraceHeaderCarrier(request, this.baggage));
        }
        return (this.application != null)
                ? this.application.getLowCardinalityKeyValues(context)
                : super.getLowCardinalityKeyValues(context);
    }

    @Override
    public KeyValues getHighCardinalityKeyValues(ClientRequestObservationContext context) {
        if (this.application == null) {
            return super.getHighCardinalityKeyValues(context);
        }
        KeyValues own = this.application.getHighCardinalityKeyValues(context);
        boolean hasUrl =
                own.stream().anyMatch(value -> value.getKey().equals(HighCardinalityKeyNames.HTTP_URL.asString()));
        return hasUrl ? own.and(httpUrl(context)) : own;
    }

    @Override
    protected KeyValue status(ClientRequestObservationContext context) {
        ClientResponse response = context.getResponse();
        return (response != null)
                ? KeyValue.of(
                        "status",
                        Failure.HttpStatuses.value(response.statusCode().value()))
                : super.status(context);
    }

    @Override
    protected KeyValue httpUrl(ClientRequestObservationContext context) {
        ClientRequest request = context.getRequest();
        return (request != null) ? new HttpUrl(request.url()) : super.httpUrl(context);
    }

    /**
     * Attribute with a URL, from which the secrets are removed when a handler reads it: handlers of metrics do not.
     *
     * @param url URL of the request
     */
    record HttpUrl(URI url) implements KeyValue {

        @Override
        public String getKey() {
            return HighCardinalityKeyNames.HTTP_URL.asString();
        }

        @Override
        public String getValue() {
            return String.valueOf(Messages.withoutSecrets(this.url.toString()));
        }

        @Override
        public String toString() {
            return "keyValue(" + getKey() + "=" + getValue() + ")";
        }
    }

    /**
     * Adapter of a request for propagators: accepts the headers of the trace context, and all others only if
     * enabled. A propagator also writes
     * baggage, as {@code baggage} or under the name of each field, and {@code WebClient} would send it all.
     *
     * @see "W3C Trace Context; B3 Propagation; MCP 2026-07-28, basic/index, _meta (TRC-05)"
     */
    static final class TraceHeaderCarrier implements ClientRequest.Builder {

        private static final Set<String> TRACE_CONTEXT = Set.of(
                TraceFields.TRACEPARENT,
                TraceFields.TRACESTATE,
                "b3",
                "x-b3-traceid",
                "x-b3-spanid",
                "x-b3-parentspanid",
                "x-b3-sampled",
                "x-b3-flags");

        private final boolean baggage;

        private final @Nullable ClientRequest template;

        /** {@code null} as long as nothing is added to the template. */
        private ClientRequest.@Nullable Builder request;

        /** Creates an adapter that adds to a builder. */
        TraceHeaderCarrier(ClientRequest.Builder request, boolean baggage) {
            this.request = request;
            this.template = null;
            this.baggage = baggage;
        }

        /** Creates an adapter that adds to a copy of a request. */
        TraceHeaderCarrier(ClientRequest template, boolean baggage) {
            this.template = template;
            this.baggage = baggage;
        }

        private ClientRequest.Builder request() {
            ClientRequest.Builder present = this.request;
            if (present == null) {
                present = ClientRequest.from(Objects.requireNonNull(this.template));
                this.request = present;
            }
            return present;
        }

        private boolean isAllowed(String name) {
            return this.baggage || TRACE_CONTEXT.contains(name.toLowerCase(Locale.ROOT));
        }

        @Override
        public ClientRequest.Builder header(String headerName, String... headerValues) {
            if (isAllowed(headerName)) {
                request().header(headerName, headerValues);
            }
            return this;
        }

        @Override
        public ClientRequest.Builder headers(Consumer<HttpHeaders> headersConsumer) {
            HttpHeaders written = new HttpHeaders();
            headersConsumer.accept(written);
            request()
                    .headers(present -> written.forEach((name, values) -> {
                        if (isAllowed(name)) {
                            present.put(name, values);
                        }
                    }));
            return this;
        }

        @Override
        public ClientRequest.Builder method(HttpMethod method) {
            request().method(method);
            return this;
        }

        @Override
        public ClientRequest.Builder url(URI url) {
            request().url(url);
            return this;
        }

        @Override
        public ClientRequest.Builder cookie(String name, String... values) {
            request().cookie(name, values);
            return this;
        }

        @Override
        public ClientRequest.Builder cookies(Consumer<MultiValueMap<String, String>> cookiesConsumer) {
            request().cookies(cookiesConsumer);
            return this;
        }

        @Override
        public ClientRequest.Builder body(BodyInserter<?, ? super ClientHttpRequest> inserter) {
            request().body(inserter);
            return this;
        }

        @Override
        public <S, P extends Publisher<S>> ClientRequest.Builder body(P publisher, Class<S> elementClass) {
            request().body(publisher, elementClass);
            return this;
        }

        @Override
        public <S, P extends Publisher<S>> ClientRequest.Builder body(
                P publisher, ParameterizedTypeReference<S> typeReference) {
            request().body(publisher, typeReference);
            return this;
        }

        @Override
        public ClientRequest.Builder attribute(String name, Object value) {
            request().attribute(name, value);
            return this;
        }

        @Override
        public ClientRequest.Builder attributes(Consumer<Map<String, Object>> attributesConsumer) {
            request().attributes(attributesConsumer);
            return this;
        }

        @Override
        public ClientRequest.Builder httpRequest(Consumer<ClientHttpRequest> requestConsumer) {
            request().httpRequest(requestConsumer);
            return this;
        }

        @Override
        public ClientRequest build() {
            ClientRequest.Builder changed = this.request;
            return (changed != null) ? changed.build() : Objects.requireNonNull(this.template);
        }
    }
}
