package io.mcpclient.internal.support;

import reactor.core.CoreSubscriber;

/**
 * A subscriber of an operator that changes errors only. A source may signal values and completion to the subscriber behind it,
 * so that they pass one operator less. The source must signal at most one end, errors included.
 *
 * @param <T> type of the values
 */
public interface ErrorOperator<T> {

    /**
     * Returns the subscriber that receives values and completion.
     * @return the subscriber behind this one
     */
    CoreSubscriber<? super T> receiver();

    /**
     * Returns the subscriber that a source signals values and completion to.
     * @param actual subscriber of the source
     * @param <T> type of the values
     * @return the first subscriber that is more than an operator on errors
     */
    @SuppressWarnings("unchecked") // an operator on errors receives what its source emits
    static <T> CoreSubscriber<? super T> receiverOf(CoreSubscriber<? super T> actual) {
        CoreSubscriber<? super T> receiver = actual;
        while (receiver instanceof ErrorOperator<?> operator) {
            receiver = (CoreSubscriber<? super T>) operator.receiver();
        }
        return receiver;
    }
}
