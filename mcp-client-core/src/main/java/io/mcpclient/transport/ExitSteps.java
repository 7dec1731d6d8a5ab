package io.mcpclient.transport;

import java.util.concurrent.CopyOnWriteArrayList;

import org.slf4j.Logger;

import io.mcpclient.support.Loggers;

/**
 * What is completed at the exit of the JVM before the child processes of servers are ended. Shutdown hooks run concurrently: without a
 * step, an application that completes its work in a hook of its own would lose its servers before. The starter adds a step that
 * waits for Spring Boot. Thread-safe.
 */
public final class ExitSteps {

    private static final Logger logger = Loggers.STDIO;

    private static final CopyOnWriteArrayList<Step> STEPS = new CopyOnWriteArrayList<>();

    private ExitSteps() {}

    /** A step that was added. */
    @FunctionalInterface
    public interface Registration {

        /** Removes the step; without effect if it was removed before. */
        void remove();
    }

    private record Step(Runnable work) implements Registration {

        @Override
        public void remove() {
            STEPS.removeIf(step -> step == this);
        }
    }

    /**
     * Adds a step.
     * @param step blocks until child processes may end; limits itself in time
     * @return removes the step
     */
    public static Registration add(Runnable step) {
        Step added = new Step(step);
        STEPS.add(added);
        return added;
    }

    /** Runs all steps, one after another. For transports whose child processes end with the JVM. */
    public static void run() {
        for (Step step : STEPS) {
            try {
                step.work().run();
            } catch (RuntimeException ex) {
                logger.warn("A step before the end of the processes of MCP servers failed", ex);
            }
        }
    }
}
