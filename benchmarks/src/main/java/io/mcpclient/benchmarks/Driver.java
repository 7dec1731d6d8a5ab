package io.mcpclient.benchmarks;

import java.net.URI;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The child process: one client in a new JVM. Its arguments are the client and the server. It reads one command per line from
 * standard input, and responds with one line of {@link Measurement}, or of {@link #FAILED}:
 *
 * <ul>
 *   <li>{@code warm-up WORKLOAD MILLIS}: connects and calls until the cost is steady or the time limit is reached;
 *   <li>{@code measure WORKLOAD MILLIS}: measures for about that long;
 *   <li>{@code end}: closes the connections and exits without a response.
 * </ul>
 */
final class Driver {

    /** Starts the response to a command that failed. */
    static final String FAILED = "FAILED";

    private final Client client;
    private final URI server;
    private final Map<Workload, Session> sessions = new EnumMap<>(Workload.class);

    private Driver(Client client, URI server) {
        this.client = client;
        this.server = server;
    }

    public static void main(String[] args) {
        BlockingQueue<String> commands = new LinkedBlockingQueue<>();
        ParentProcessWatch.listen(commands::add, () -> {});
        int status = 0;
        try {
            new Driver(Client.of(args[0]), URI.create(args[1])).execute(commands);
        } catch (Exception ex) {
            ex.printStackTrace();
            status = 1;
        }
        // Explicit, because threads that a client leaves behind must not keep this process alive.
        System.exit(status);
    }

    private void execute(BlockingQueue<String> commands) throws Exception {
        String command = commands.take();
        while (!command.equals("end")) {
            try {
                System.out.println(execute(command.split(" ", -1)).toLine());
            } catch (Exception ex) {
                ex.printStackTrace();
                System.out.println(FAILED + " " + ex);
            }
            command = commands.take();
        }
        for (Session open : this.sessions.values()) {
            open.close();
        }
    }

    private Measurement execute(String[] words) throws Exception {
        Session session = this.sessions.computeIfAbsent(
                Workload.of(words[1]), workload -> Session.of(this.client, this.server, workload));
        Duration time = Duration.ofMillis(Long.parseLong(words[2]));
        return words[0].equals("warm-up") ? session.warmUp(time) : session.measure(time);
    }
}
