package io.mcpclient.jsonrpc;

import org.jspecify.annotations.Nullable;

/** Tells the codec what the result of a request is to be decoded to, while the answer is being read. */
@FunctionalInterface
public interface ResultTypes {

    /**
     * Returns the type of a result.
     * @param id id of the answer, or {@code null} if the result stands before the id in the message
     * @return the type to decode to, or {@code null} if it is not known (yet): the result is then skipped, and read in a
     *     second pass if the id turns out to be known
     */
    @Nullable
    Class<?> typeOf(@Nullable JsonRpcId id);
}
