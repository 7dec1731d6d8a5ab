package io.mcpclient.observation;

import io.micrometer.common.KeyValue;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientRequestObservationContext;
import org.springframework.web.reactive.function.client.DefaultClientRequestObservationConvention;

/** Spring's convention, but that spans do not show the query of the URL, where keys and tokens like to stand (fault I23). */
final class HttpRequestConvention extends DefaultClientRequestObservationConvention {

    @Override
    protected KeyValue httpUrl(ClientRequestObservationContext context) {
        ClientRequest request = context.getRequest();
        String url = (request != null) ? Messages.withoutSecrets(request.url().toString()) : null;
        return KeyValue.of("http.url", (url != null) ? url : KeyValue.NONE_VALUE);
    }
}
