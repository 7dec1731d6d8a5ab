package io.mcpclient.autoconfigure;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

import io.mcpclient.transport.ExitSteps;

/**
 * Keeps the child processes of servers at the exit of the JVM until the application is closed: web requests complete in the shutdown
 * hook of Spring Boot, beside which that of the processes would run. An application without such a hook is not waited for.
 */
final class JvmExit {

    /** Spring Boot waits for a context as long. */
    private static final Duration LIMIT = Duration.ofMinutes(10);

    /** Hooks start concurrently: within this time, that of Spring Boot has begun. */
    private static final Duration START = Duration.ofMillis(500);

    private static final long CHECK_MILLIS = 10;

    private final ConfigurableApplicationContext context;

    private final CountDownLatch closed = new CountDownLatch(1);

    private final ExitSteps.Registration step = ExitSteps.add(this::awaitClosed);

    JvmExit(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /** The clients are closed. */
    void onClosed() {
        this.closed.countDown();
        this.step.remove();
    }

    private void awaitClosed() {
        long start = System.nanoTime();
        try {
            while (!this.closed.await(CHECK_MILLIS, TimeUnit.MILLISECONDS)) {
                Duration waited = Duration.ofNanos(System.nanoTime() - start);
                if (waited.compareTo(isClosing() ? LIMIT : START) > 0) {
                    return;
                }
            }
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isClosing() {
        return !this.context.isActive() || isBootClosing();
    }

    /** Spring Boot accepts no handler while its hook runs. */
    private static boolean isBootClosing() {
        Runnable probe = () -> {};
        try {
            SpringApplication.getShutdownHandlers().add(probe);
            SpringApplication.getShutdownHandlers().remove(probe);
            return false;
        } catch (IllegalStateException ex) {
            return true;
        }
    }
}
