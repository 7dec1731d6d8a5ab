package io.mcpclient.internal.observation;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.util.context.Context;

/**
 * Passes on observed signals. A subclass ends the watch before the downstream subscriber continues, so that a span ends before
 * its parent.
 *
 * @param <T> type of the values
 */
abstract class ObservingSubscriber<T> implements CoreSubscriber<T>, Subscription {

    final Observer observer;

    final Watch watch;

    final CoreSubscriber<? super T> actual;

    private final Context context;

    private @Nullable Subscription upstream;

    /**
     * Creates the subscriber.
     * @param context context for the source: that of the downstream subscriber, within the watch
     */
    ObservingSubscriber(Observer observer, Watch watch, Context context, CoreSubscriber<? super T> actual) {
        this.observer = observer;
        this.watch = watch;
        this.context = context;
        this.actual = actual;
    }

    @Override
    public final Context currentContext() {
        return this.context;
    }

    @Override
    public final void onSubscribe(Subscription upstream) {
        this.upstream = upstream;
        this.actual.onSubscribe(this);
    }

    @Override
    public final void request(long n) {
        Subscription source = this.upstream;
        if (source != null) {
            source.request(n);
        }
    }

    @Override
    public final void cancel() {
        Subscription source = this.upstream;
        if (source != null) {
            source.cancel();
        }
        this.observer.failed(this.watch, Failure.cancelled());
    }
}
