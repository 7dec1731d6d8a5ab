package io.mcpclient;

import java.util.concurrent.CountDownLatch;

/** Code that looks like the library's and holds a thread, for the tests of the testkit. */
public final class HeldThread {

    private HeldThread() {}

    /** Keeps the thread until the latch opens. */
    public static void hold(CountDownLatch end) {
        try {
            end.await();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }
}
