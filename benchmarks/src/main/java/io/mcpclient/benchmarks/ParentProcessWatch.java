package io.mcpclient.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Ends this process when its parent has ended, which closes standard input. */
final class ParentProcessWatch {

    private ParentProcessWatch() {}

    /**
     * Reads standard input on a separate thread.
     *
     * @param line receives the lines from the parent
     * @param last runs before this process halts
     */
    static void listen(Consumer<String> line, Runnable last) {
        Thread listener = new Thread(
                () -> {
                    try (BufferedReader parent =
                            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
                        parent.lines().forEach(line);
                    } catch (IOException closed) {
                        // treated as the end of the stream
                    }
                    last.run();
                    Runtime.getRuntime().halt(0);
                },
                "lifeline");
        listener.setDaemon(true);
        listener.start();
    }
}
