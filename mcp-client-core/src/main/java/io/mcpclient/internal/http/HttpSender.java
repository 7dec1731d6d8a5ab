package io.mcpclient.internal.http;

import java.net.URI;
import java.util.function.Consumer;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import reactor.core.publisher.Flux;

/** Sends HTTP requests on the connections of one pool. Thread-safe. */
interface HttpSender {

    /**
     * Sends a request when its only subscriber subscribes. Cancelling closes the connection, unless the response is complete.
     * @param request the request
     * @param read reads the response: subscribes to its body when it is subscribed to, or leaves it
     * @return what has been read; fails if there is no response
     */
    <T> Flux<T> send(Request request, Function<HttpReply, Flux<T>> read);

    /**
     * A request to be sent.
     *
     * @param method its method
     * @param url absolute URL
     * @param body its body, {@code null} for none
     * @param onConnected called when there is a connection, before the headers are added
     * @param head adds the headers, immediately before the request is sent; may be called earlier as well, to read them
     */
    record Request(HttpMethod method, URI url, byte @Nullable [] body, Runnable onConnected, Consumer<Head> head) {

        Request(HttpMethod method, URI url, byte @Nullable [] body, Consumer<Head> head) {
            this(method, url, body, () -> {}, head);
        }
    }

    /** The head of a request that is being sent. */
    interface Head {

        /** Returns the URL that it is sent to, which a filter may have changed. */
        URI url();

        /** Sets a header. */
        void set(String name, String value);
    }
}
