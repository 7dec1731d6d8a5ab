package io.mcpclient.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The orchestrator's side of a {@link Driver}. */
final class DriverProcess implements AutoCloseable {

    /**
     * The same for every client, and explicit, so that the collector does not depend on the size of the machine. On two processors
     * and less, {@code CompletableFuture} would start a thread for each asynchronous task, and the HTTP client of the JDK for each
     * call. The compiler's threads do not end, since the CPU of one that has ended is no longer known.
     */
    private static final List<String> JVM = List.of(
            "-Xms640m",
            "-Xmx640m",
            "-XX:+UseG1GC",
            "-Djava.util.concurrent.ForkJoinPool.common.parallelism="
                    + Math.max(2, Runtime.getRuntime().availableProcessors() - 1),
            "-XX:-UseDynamicNumberOfCompilerThreads");

    private static final Duration GRACE = Duration.ofSeconds(60);

    private final Process process;
    private final BufferedReader answers;

    DriverProcess(Client client, String url) throws IOException {
        this.process = Jvm.start(JVM, Driver.class, client.key(), url);
        this.answers = this.process.inputReader(StandardCharsets.UTF_8);
    }

    Measurement warmUp(Workload workload, Duration longest) throws IOException {
        return ask("warm-up", workload, longest);
    }

    Measurement measure(Workload workload, Duration window) throws IOException {
        return ask("measure", workload, window);
    }

    private Measurement ask(String command, Workload workload, Duration time) throws IOException {
        say(command + " " + workload.key() + " " + time.toMillis());
        try {
            return CompletableFuture.supplyAsync(this::answer)
                    .get(time.multipliedBy(3).plus(GRACE).toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException ex) {
            throw new IOException(command + " failed, see the stack trace above", ex);
        } catch (TimeoutException ex) {
            this.process.destroyForcibly(); // a late response must not be taken for the next one
            throw new IOException(command + " did not complete in time", ex);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IOException(command + " was interrupted", ex);
        }
    }

    private Measurement answer() {
        return this.answers
                .lines()
                .filter(line -> Measurement.isLine(line) || line.startsWith(Driver.FAILED))
                .findFirst()
                .map(DriverProcess::measurement)
                .orElseThrow(() -> new IllegalStateException("The driver has ended"));
    }

    private static Measurement measurement(String line) {
        if (line.startsWith(Driver.FAILED)) {
            throw new IllegalStateException(line);
        }
        return Measurement.parse(line);
    }

    private void say(String line) throws IOException {
        var commands = this.process.outputWriter(StandardCharsets.UTF_8);
        commands.write(line);
        commands.newLine();
        commands.flush();
    }

    @Override
    public void close() {
        try {
            say("end");
            this.process.waitFor(5, TimeUnit.SECONDS);
        } catch (IOException alreadyEnded) {
            // the failed command has reported the error
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
        this.process.destroyForcibly();
    }
}
