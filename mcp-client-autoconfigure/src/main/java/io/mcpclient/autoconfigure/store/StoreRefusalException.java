package io.mcpclient.autoconfigure.store;

import java.util.List;

/**
 * Thrown when a store rejects an operation. It replaces the exception of the store's library because some quote the rejected
 * values: a database the row, Redis the first words of an unknown command.
 *
 * @see "fault I21"
 */
final class StoreRefusalException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private StoreRefusalException(RuntimeException failure) {
        super("refused with " + failure.getClass().getSimpleName());
    }

    /**
     * Returns the exception to throw.
     * @param harmless types whose messages contain no values: those of a lost connection, of a missing table
     * @param failure exception of the library
     * @return the same exception if it is harmless
     */
    static RuntimeException unless(
            List<? extends Class<? extends RuntimeException>> harmless, RuntimeException failure) {
        return harmless.stream().anyMatch(type -> type.isInstance(failure))
                ? failure
                : new StoreRefusalException(failure);
    }
}
