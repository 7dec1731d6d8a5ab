package io.mcpclient.jsonrpc;

import org.jspecify.annotations.Nullable;

/** Lookup of the result type of a request while the response is being parsed. */
@FunctionalInterface
public interface ResultTypes {

    /**
     * Returns the type of a result.
     * @param id id of the response, or {@code null} if the result precedes the id in the message
     * @return the type to decode to, or {@code null} if it is not known (yet): the result is then skipped, and parsed in a
     *     second pass if the id turns out to be known
     */
    @Nullable
    Class<?> typeOf(@Nullable JsonRpcId id);
}
