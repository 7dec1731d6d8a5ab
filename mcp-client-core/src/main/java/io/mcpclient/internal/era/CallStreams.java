package io.mcpclient.internal.era;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.mcpclient.call.CallProgress;
import io.mcpclient.error.McpException;
import io.mcpclient.transport.StreamActivityListener;

/**
 * The calls of one session whose response has begun as an event stream. They end with a session that the server no longer knows:
 * their responses will not come, and nothing on their streams says so. A call without a response yet is not affected, because the
 * server refuses it by itself. Thread-safe.
 *
 * @see "faults D01, D10"
 */
public final class CallStreams {

    /** Created with the first stream: most servers respond with JSON. */
    private final Set<Call> open = ConcurrentHashMap.newKeySet();

    /** Set with the end of the session. */
    private volatile @Nullable Function<String, McpException> failure;

    /**
     * Follows a call.
     * @param method its method
     * @param progress its progress
     * @return receives the activity of its exchange
     */
    public Call follow(String method, CallProgress progress) {
        return new Call(method, new CallActivity(progress));
    }

    /**
     * Ends all calls with a stream, now and from now on.
     * @param failure creates the error for a method
     */
    public void end(Function<String, McpException> failure) {
        this.failure = failure;
        this.open.forEach(call -> call.end(failure));
    }

    /**
     * Returns whether any call has a stream.
     * @return whether there is something to end
     */
    public boolean areOpen() {
        return !this.open.isEmpty();
    }

    /** One call. */
    public final class Call implements StreamActivityListener {

        private final String method;

        private final CallActivity activity;

        private volatile @Nullable Consumer<McpException> onEnd;

        private volatile boolean over;

        private Call(String method, CallActivity activity) {
            this.method = method;
            this.activity = activity;
        }

        /**
         * Sets the receiver of the error, before the call is sent.
         * @param onEnd ends the call; may be called when the call is over
         */
        void onEnd(Consumer<McpException> onEnd) {
            this.onEnd = onEnd;
        }

        /** The call is over. */
        void over() {
            this.over = true;
            CallStreams.this.open.remove(this);
        }

        @Override
        public void onStreamOpened() {
            this.activity.onStreamOpened();
            Set<Call> open = CallStreams.this.open;
            open.add(this);
            // Register before checking; over() and end() do it in the opposite order, so one side observes the other.
            if (this.over) {
                open.remove(this);
            }
            Function<String, McpException> failure = CallStreams.this.failure;
            if (failure != null) {
                end(failure);
            }
        }

        @Override
        public void onActivity(boolean isKeepAlive) {
            this.activity.onActivity(isKeepAlive);
        }

        private void end(Function<String, McpException> failure) {
            Consumer<McpException> receiver = this.onEnd;
            if (receiver != null) {
                receiver.accept(failure.apply(this.method));
            }
        }
    }
}
