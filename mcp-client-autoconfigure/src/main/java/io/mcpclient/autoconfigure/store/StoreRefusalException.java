package io.mcpclient.autoconfigure.store;

import java.util.List;

/**
 * A store has refused to do something. Instead of what its library threw, since some quote what they refuse: a database the
 * row, Redis the first words of a command that it does not know.
 *
 * @see "fault I21"
 */
final class StoreRefusalException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private StoreRefusalException(RuntimeException failure) {
        super("refused with " + failure.getClass().getSimpleName());
    }

    /**
     * Returns what to throw.
     * @param harmless types whose words hold no values: those of a lost connection, of a missing table
     * @param failure what the library threw
     * @return the same if it is harmless
     */
    static RuntimeException unless(
            List<? extends Class<? extends RuntimeException>> harmless, RuntimeException failure) {
        return harmless.stream().anyMatch(type -> type.isInstance(failure))
                ? failure
                : new StoreRefusalException(failure);
    }
}
