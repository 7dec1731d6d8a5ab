package io.mcpclient.internal.observation;

import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientRequestObservationContext;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.DefaultClientRequestObservationConvention;

/**
 * Spring's convention with three differences: spans do not show the query of the URL, which often contains keys and tokens
 * (fault I23); unregistered statuses share one value (fault I26); and baggage is not sent unless enabled. Baggage is not a
 * matter of names, but a convention is our only code with access to the context before the propagator writes into the request.
 */
final class HttpRequestConvention extends DefaultClientRequestObservationConvention {

    private final boolean baggage;

    HttpRequestConvention(boolean baggage) {
        this.baggage = baggage;
    }

    @Override
    public KeyValues getLowCardinalityKeyValues(ClientRequestObservationContext context) {
        ClientRequest.Builder request = context.getCarrier();
        if (!this.baggage && request != null && !(request instanceof TraceHeaderCarrier)) {
            context.setCarrier(new TraceHeaderCarrier(request));
        }
        return super.getLowCardinalityKeyValues(context);
    }

    @Override
    protected KeyValue status(ClientRequestObservationContext context) {
        ClientResponse response = context.getResponse();
        return (response != null)
                ? KeyValue.of("status", HttpStatuses.value(response.statusCode().value()))
                : super.status(context);
    }

    @Override
    protected KeyValue httpUrl(ClientRequestObservationContext context) {
        ClientRequest request = context.getRequest();
        String url = (request != null) ? Messages.withoutSecrets(request.url().toString()) : null;
        return KeyValue.of("http.url", (url != null) ? url : KeyValue.NONE_VALUE);
    }
}
