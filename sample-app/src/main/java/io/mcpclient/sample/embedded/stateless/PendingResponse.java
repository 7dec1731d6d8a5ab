package io.mcpclient.sample.embedded.stateless;

import java.util.Map;

/** Response to a request: one result, or a stream of messages with the result as the last one. */
sealed interface PendingResponse {

    /**
     * A result that is available at once.
     *
     * @param result the member {@code result} of the response
     */
    record Result(Map<String, Object> result) implements PendingResponse {}

    /**
     * A stream that is written later.
     *
     * @param stream the stream
     */
    record Stream(EventStream stream) implements PendingResponse {}
}
