package io.mcpclient.internal.http;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;

import reactor.core.scheduler.NonBlocking;

import io.mcpclient.internal.support.BoundedThreads;
import io.mcpclient.internal.support.LazyPart;

/**
 * The threads that decode the large messages of one client. Event loops serve the connections of all servers and decode small
 * messages only, for which a switch between threads would cost more than the decoding. Thread-safe.
 *
 * <p>The queue needs no bound of its own: each stream and each response waits with one message, whose bytes count in the
 * {@link ReceiveBudget}.
 */
final class LargeMessages {

    /** Messages of more than this size are large. */
    static final int MIN_BYTES = 64 * 1024;

    private static final int THREADS = 2;

    private final LazyPart<ThreadPoolExecutor> threads;

    private volatile boolean closed;

    LargeMessages(String serverName) {
        this.threads = new LazyPart<>(() ->
                BoundedThreads.create("mcp-decoder-" + serverName, THREADS, Integer.MAX_VALUE, DecoderThread::new));
    }

    /** Results are delivered on this thread, as on an event loop: callers must not block it. */
    private static final class DecoderThread extends Thread implements NonBlocking {

        DecoderThread(Runnable task, String name) {
            super(task, name);
        }
    }

    /**
     * Decodes a large message on a thread of the client.
     * @param decoding decodes the message, and handles its own failures
     * @param onClosed runs instead if the client has been closed, on any thread
     */
    void decode(Runnable decoding, Runnable onClosed) {
        try {
            this.threads.get().execute(() -> (this.closed ? onClosed : decoding).run());
        } catch (RejectedExecutionException ex) {
            onClosed.run();
        }
    }

    /** Ends the threads after the messages that are being decoded. */
    void close() {
        this.closed = true;
        ThreadPoolExecutor present = this.threads.present();
        if (present != null) {
            present.shutdown();
        }
    }
}
