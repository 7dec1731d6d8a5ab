package io.mcpclient.sample.embedded.stateless;

import java.util.Map;

/** How a request is answered: with one result, or with a stream of messages of which the result is the last. */
sealed interface PendingResponse {

    /**
     * A result that is there at once.
     *
     * @param result the member {@code result} of the answer
     */
    record Result(Map<String, Object> result) implements PendingResponse {}

    /**
     * A stream that others write to from now on.
     *
     * @param stream the stream
     */
    record Stream(EventStream stream) implements PendingResponse {}
}
