package io.mcpclient.benchmarks;

import java.net.URI;

/**
 * The child process: a client that connects and makes one call. Its arguments are the key of the client and the URL of the server. It
 * prints one line with the values of all metrics when it has the result.
 */
final class FirstResult {

    private FirstResult() {}

    public static void main(String[] args) throws Exception {
        Subject subject = Client.of(args[0]).connect(URI.create(args[1]), Workload.SMALL_JSON);
        if (subject instanceof Subject.Reactive reactive) {
            reactive.call().block(Subject.LIMIT);
        } else if (subject instanceof Subject.Blocking blocking) {
            blocking.call();
        }
        StartApplication.exit();
    }
}
