package io.mcpclient.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * An HTTP/1.1 server on the loopback interface that answers by script, on raw sockets so that it can
 * misbehave in every way of a {@link Reply}.
 *
 * <p>It is strict: a request without a rule gets {@value #UNEXPECTED}, and {@link #verify}, which closing
 * the server calls, fails for it as it does for a rule that was not used. The first rule that takes a
 * request answers it, in the order of the script. All methods may be called from any thread.
 */
public class ScriptedHttpServer implements AutoCloseable {

    /** The status for a request that the script does not mention. */
    public static final int UNEXPECTED = 599;

    /** Rules out only threads that never end. */
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(20);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = this.lock.newCondition();
    private final ServerSocket serverSocket;
    private final Thread accepting;

    private final List<ScriptedRule> rules = new ArrayList<>();
    private final List<RecordedRequest> requests = new ArrayList<>();
    private final List<RecordedRequest> abandoned = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
    private final Set<Connection> connections = new LinkedHashSet<>();
    private final List<Connection> everyConnection = new ArrayList<>();
    private boolean closed;
    private boolean verifyOnClose = true;

    public ScriptedHttpServer() {
        this(0, server -> {});
    }

    /**
     * Starts on a certain port, see {@link RefusedPort}.
     * @param script is complete before the first request is read
     */
    public ScriptedHttpServer(int port, Consumer<? super ScriptedHttpServer> script) {
        this(port);
        script.accept(this);
        start();
    }

    /** Binds the port, but accepts nothing before {@link #start}. */
    ScriptedHttpServer(int port) {
        try {
            this.serverSocket = ReservedPorts.listen(port);
        } catch (IOException cannotBind) {
            throw new UncheckedIOException(cannotBind);
        }
        this.accepting = new Thread(this::accept, "scripted-http-" + this.serverSocket.getLocalPort());
        this.accepting.setDaemon(true);
    }

    /** A correct server of a revision with handshake and sessions, see {@link ScriptedLegacyServer}. */
    public static ScriptedLegacyServer legacy() {
        return new ScriptedLegacyServer(0, server -> {});
    }

    /** The same on a certain port, with its script complete from the first request on, as a server that is started again. */
    public static ScriptedLegacyServer legacy(int port, Consumer<? super ScriptedLegacyServer> script) {
        return new ScriptedLegacyServer(port, script);
    }

    /** A correct server of HTTP+SSE alone, see {@link ScriptedSseServer}. */
    public static ScriptedSseServer sse() {
        return new ScriptedSseServer(0, server -> {});
    }

    /** A correct server of the stateless revision, see {@link ScriptedModernServer}. */
    public static ScriptedModernServer modern() {
        return new ScriptedModernServer(0, server -> {});
    }

    /** The same on a certain port, as a server that is started again. */
    public static ScriptedModernServer modern(int port) {
        return new ScriptedModernServer(port, server -> {});
    }

    final void start() {
        this.accepting.start();
    }

    public final int port() {
        return this.serverSocket.getLocalPort();
    }

    public final String url() {
        return "http://127.0.0.1:" + port() + "/mcp";
    }

    public final URI uri() {
        return URI.create(url());
    }

    // script

    /**
     * Begins a rule for a JSON-RPC method, or for an HTTP method with no JSON-RPC method in the body: {@code
     * "GET"}, {@code "DELETE"}, and {@code "POST"} for the client's answers to requests of the server.
     */
    public final ScriptedRule on(String name) {
        return new ScriptedRule(this, name, request -> request.is(name));
    }

    public final ScriptedRule onAny() {
        return new ScriptedRule(this, "any", request -> true);
    }

    /** Leaves out the check when the server is closed. */
    public final ScriptedHttpServer withoutVerification() {
        return locked(() -> {
            this.verifyOnClose = false;
            return this;
        });
    }

    final void add(ScriptedRule rule) {
        locked(() -> this.rules.add(rule));
    }

    // recorded events

    /** All requests so far in order of arrival. */
    public final List<RecordedRequest> requests() {
        return locked(() -> List.copyOf(this.requests));
    }

    /** Clears the recorded requests, for a server with thousands of requests. */
    final void forgetRequests() {
        locked(() -> {
            this.requests.clear();
            return null;
        });
    }

    /** The requests by this name so far, see {@link #on}. */
    public final List<RecordedRequest> requests(String name) {
        return locked(() -> named(name));
    }

    /** Number of requests that were cancelled by the client before their reply was complete. */
    public final int disconnects() {
        return abandoned().size();
    }

    /** The requests that were cancelled by the client before their reply was complete. */
    public final List<RecordedRequest> abandoned() {
        return locked(() -> List.copyOf(this.abandoned));
    }

    public final int openConnections() {
        return locked(this.connections::size);
    }

    /** The requests on open connections whose reply is not complete. */
    public final List<RecordedRequest> openRequests() {
        return locked(() -> this.connections.stream()
                .flatMap(connection -> connection.pending().stream())
                .toList());
    }

    /** How many connections there have been, open or not. */
    public final int connectionsAccepted() {
        return locked(this.everyConnection::size);
    }

    /** Waits for that many requests by this name and returns them. */
    public final List<RecordedRequest> awaitRequests(String name, int count, Duration limit) {
        await(
                () -> named(name).size() >= count,
                limit,
                () -> count + " x " + name + ", but there were " + this.requests);
        return requests(name);
    }

    public final void awaitDisconnect(Duration limit) {
        awaitDisconnects(1, limit);
    }

    public final void awaitDisconnects(int count, Duration limit) {
        await(
                () -> this.abandoned.size() >= count,
                limit,
                () -> count + " disconnects, but there were " + this.abandoned);
    }

    /** Waits until at most that many connections are open. */
    public final void awaitOpenConnections(int most, Duration limit) {
        await(
                () -> this.connections.size() <= most,
                limit,
                () -> "at most " + most + " connections, but there are " + this.connections.size());
    }

    /** @throws AssertionError if a request was not in the script, or a rule of it not used as often as it says */
    public final void verify() {
        List<String> complaints = locked(() -> {
            List<String> all = new ArrayList<>(this.failures);
            this.rules.stream()
                    .filter(rule -> !rule.satisfied())
                    .map(String::valueOf)
                    .forEach(all::add);
            return all;
        });
        if (!complaints.isEmpty()) {
            throw new AssertionError("the script of " + url() + " was not followed:\n  "
                    + String.join("\n  ", complaints) + "\nrequests were " + requests());
        }
    }

    /** Closes all connections, waits for all threads, and verifies. A second call does nothing. */
    @Override
    public final void close() {
        List<Connection> all = locked(() -> {
            if (this.closed) {
                return null;
            }
            this.closed = true;
            this.changed.signalAll();
            return List.copyOf(this.everyConnection);
        });
        if (all == null) {
            return;
        }
        Connection.closeQuietly(this.serverSocket);
        all.forEach(Connection::close);
        join(all);
        ReservedPorts.keep(port()); // a port is open for as long as a thread waits in accept()
        if (this.verifyOnClose) {
            verify();
        }
    }

    private void join(List<Connection> all) {
        long deadline = System.nanoTime() + CLOSE_LIMIT.toNanos();
        try {
            TimeUnit.NANOSECONDS.timedJoin(this.accepting, CLOSE_LIMIT.toNanos());
            for (Connection connection : all) {
                if (!connection.join(deadline)) {
                    fail("a thread of the server does not end");
                }
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    // for connections

    private void accept() {
        try {
            while (true) {
                Socket socket = this.serverSocket.accept();
                Connection connection = locked(() -> register(socket));
                if (connection == null) {
                    Connection.closeQuietly(socket);
                } else {
                    connection.start();
                }
            }
        } catch (IOException closedNow) {
            // the end of this server
        }
    }

    private @Nullable Connection register(Socket socket) {
        if (this.closed) {
            return null;
        }
        Connection connection = new Connection(this, socket, this.everyConnection.size() + 1);
        this.connections.add(connection);
        this.everyConnection.add(connection);
        return connection;
    }

    /** Records a request and decides how it will be answered. */
    final Function<RecordedRequest, Reply> arrived(RecordedRequest request) {
        Secrets.HEADERS.stream().map(request::header).filter(Objects::nonNull).forEach(Secrets::useHeader);
        return locked(() -> {
            this.requests.add(request);
            this.changed.signalAll();
            for (ScriptedRule rule : this.rules) {
                if (rule.takes(request)) {
                    return rule.reply().andThen(reply -> {
                        replying(request, reply);
                        return reply;
                    });
                }
            }
            Reply reply = unscripted(request);
            return given -> reply;
        });
    }

    /** Answers a request that no rule takes. Called under the lock. */
    Reply unscripted(RecordedRequest request) {
        return unexpected(request, "unexpected");
    }

    /** Told of every reply from a rule before it is sent. */
    void replying(RecordedRequest request, Reply reply) {}

    /** Told of every connection that has ended, by its number. Called under the lock. */
    void ended(int connection) {}

    final Reply unexpected(RecordedRequest request, String reason) {
        fail(reason + ": " + request + " " + request.body());
        return Reply.status(UNEXPECTED, "text/plain", reason + ": " + request);
    }

    final void fail(String complaint) {
        locked(() -> this.failures.add(complaint));
    }

    final void ended(Connection connection, @Nullable RecordedRequest givenUp) {
        locked(() -> {
            this.connections.remove(connection);
            ended(connection.number());
            if (givenUp != null) {
                this.abandoned.add(givenUp);
            }
            this.changed.signalAll();
            return connection;
        });
    }

    /** Wakes the threads that wait in {@link #await}. Called under the lock. */
    final void changed() {
        this.changed.signalAll();
    }

    final <T extends @Nullable Object> T locked(Supplier<T> action) {
        this.lock.lock();
        try {
            return action.get();
        } finally {
            this.lock.unlock();
        }
    }

    private List<RecordedRequest> named(String name) {
        return this.requests.stream().filter(request -> request.is(name)).toList();
    }

    final void await(BooleanSupplier condition, Duration limit, Supplier<String> expected) {
        long left = limit.toNanos();
        this.lock.lock();
        try {
            while (!condition.getAsBoolean()) {
                if (left <= 0) {
                    throw new AssertionError("within " + limit + " expected " + expected.get());
                }
                left = this.changed.awaitNanos(left);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while expecting " + expected.get(), interrupted);
        } finally {
            this.lock.unlock();
        }
    }
}
