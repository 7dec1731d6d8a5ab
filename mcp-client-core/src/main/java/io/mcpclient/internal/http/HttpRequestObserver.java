package io.mcpclient.internal.http;

import java.net.URI;
import java.util.function.BiConsumer;

import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/** Observes the HTTP requests to one server. Thread-safe. */
public interface HttpRequestObserver {

    /**
     * Makes a {@code WebClient} observe its requests in the same way.
     * @param builder builder of the client
     */
    void applyTo(WebClient.Builder builder);

    /**
     * Starts the observation of a request that no {@code WebClient} sends.
     * @param method its method
     * @param url its URL
     * @param context context of the subscriber, with the parent
     * @return the observation, which one of its methods ends
     */
    Observed observe(HttpMethod method, URI url, ContextView context);

    /** The observation of one request, which ends with the head of the response. Only the first end counts. */
    interface Observed {

        /**
         * Adds the observation to the context of the request.
         * @param context context of the subscriber
         * @return the context with the observation
         */
        Context within(Context context);

        /**
         * Passes on the headers of the trace context.
         * @param target receives name and value of each header
         */
        void forEachHeader(BiConsumer<String, String> target);

        /**
         * Ends the observation with a response.
         * @param response the response
         */
        void answered(HttpReply response);

        /**
         * Ends the observation without a response.
         * @param error why there is none
         */
        void failed(Throwable error);

        /** Ends the observation of an abandoned request. */
        void cancelled();
    }
}
