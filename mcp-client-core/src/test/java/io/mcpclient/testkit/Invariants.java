package io.mcpclient.testkit;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;

import static org.awaitility.Awaitility.await;

/**
 * What must hold after every fault, whatever it was.
 *
 * <pre>{@code
 * @RegisterExtension
 * final Invariants invariants = Invariants.ofEachTest();
 * }</pre>
 *
 * <p>When a test has ended, and before its {@code @AfterEach} methods: no call of a client is pending, no connection of its
 * pools is taken, and no request is open at a server but streams that last. After those methods: no thread and no child
 * process that was not there before, no undelivered error, no secret in what was logged down to DEBUG, in
 * failures and in what the test names; and a healthy second server has answered all the time. All of it is waited for,
 * {@value #LIMIT_SECONDS} seconds at most.
 *
 * <p>Clients and servers in fields of the test are known by themselves; others go through {@link #build} or {@link #watch}.
 * A test that has failed is not looked at. Register it as a field of the instance: the tests of one JVM run one by one.
 *
 * @see "faults and attacks, section 0, invariants"
 */
public final class Invariants implements BeforeEachCallback, AfterTestExecutionCallback, AfterEachCallback {

    private static final Namespace NAMESPACE = Namespace.create(Invariants.class);

    private static final int LIMIT_SECONDS = 5;

    private static final Set<String> LASTING = Set.of("GET", "subscriptions/listen");

    private final Set<McpClient> clients = new CopyOnWriteArraySet<>();

    private final Set<ScriptedHttpServer> servers = new CopyOnWriteArraySet<>();

    private final Set<String> secrets = new LinkedHashSet<>();

    private final Map<String, Supplier<String>> texts = new LinkedHashMap<>();

    private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();

    private Duration limit = Duration.ofSeconds(LIMIT_SECONDS);

    private boolean wantsNeighbour = true;

    private boolean mayEndBusy;

    private long heapSlack = -1;

    private @Nullable Before before;

    /** What there was before a test. */
    private record Before(
            LiveThreads threads,
            Set<Long> children,
            LogCapture log,
            @Nullable HealthySecondServer neighbour,
            long heap) {}

    private Invariants() {}

    /** Checks each test that runs while this is registered. */
    public static Invariants ofEachTest() {
        return new Invariants();
    }

    /** Waits for at most that long until an invariant holds. */
    public Invariants within(Duration limit) {
        this.limit = limit;
        return this;
    }

    /** Texts that must show up nowhere, beside the session ids and credentials that servers in fields have seen. */
    public Invariants secrets(String... texts) {
        this.secrets.addAll(List.of(texts));
        return this;
    }

    /** Reads a text at the end, in which no secret may be: metrics, traces, health. */
    public Invariants reading(String name, Supplier<String> text) {
        this.texts.put(name, text);
        return this;
    }

    /** Leaves out the second server, for tests that count threads or connections of the whole JVM themselves. */
    public Invariants withoutNeighbour() {
        this.wantsNeighbour = false;
        return this;
    }

    /** For a test that means to end while calls are under way: they have to be gone when its clean-up is done. */
    public Invariants endingBusy() {
        this.mayEndBusy = true;
        return this;
    }

    /** Checks the heap too, which takes a second: what is left after the test, beyond what was there before it. */
    public Invariants withHeapSlack(long bytes) {
        this.heapSlack = bytes;
        return this;
    }

    /** Builds a client whose failures are looked at, and which is {@linkplain #watch(McpClient) watched}. */
    public McpClient build(McpClientBuilder builder) {
        return watch(builder.interceptor((call, next) -> next.handle(call).doOnError(this.failures::add))
                .statusListener(status -> failed(status.lastError()))
                .build());
    }

    /** Has an eye on a client that is in no field of the test. */
    public McpClient watch(McpClient client) {
        this.clients.add(client);
        return client;
    }

    /** Has an eye on a server that is in no field of the test. */
    public <T extends ScriptedHttpServer> T watch(T server) {
        this.servers.add(server);
        return server;
    }

    /** Looks for secrets in a failure as well. */
    public void failed(@Nullable Throwable failure) {
        if (failure != null) {
            this.failures.add(failure);
        }
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        begin(this.wantsNeighbour ? neighbourOf(context) : null);
    }

    /** The tests of a class share one, which the store closes, unless something has happened to it. */
    private static HealthySecondServer neighbourOf(ExtensionContext test) {
        ExtensionContext context = test;
        while (context.getTestMethod().isPresent()) {
            context = context.getParent().orElseThrow();
        }
        ExtensionContext.Store store = context.getStore(NAMESPACE);
        HealthySecondServer present = store.get(HealthySecondServer.class, HealthySecondServer.class);
        if (present != null && present.complaints().isEmpty()) {
            return present;
        }
        if (present != null) {
            present.close();
        }
        HealthySecondServer fresh = new HealthySecondServer();
        store.put(HealthySecondServer.class, fresh);
        return fresh;
    }

    @Override
    public void afterTestExecution(ExtensionContext context) throws Exception {
        for (Object instance : context.getRequiredTestInstances().getAllInstances()) {
            lookInto(instance);
        }
        if (context.getExecutionException().isEmpty() && !this.mayEndBusy) {
            checkNothingIsInFlight();
        }
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        if (context.getExecutionException().isEmpty()) {
            checkNothingIsLeft();
        } else {
            HealthySecondServer neighbour = before().neighbour();
            if (neighbour != null) {
                neighbour.stop();
            }
            forget();
        }
    }

    void begin(@Nullable HealthySecondServer neighbour) {
        this.before = new Before(
                LiveThreads.now(), children(), new LogCapture(), neighbour, (this.heapSlack < 0) ? 0 : Heap.used());
        if (neighbour != null) {
            neighbour.start();
        }
    }

    private Before before() {
        Before present = this.before;
        if (present == null) {
            throw new IllegalStateException("not registered as an extension");
        }
        return present;
    }

    private void forget() {
        before().log().close();
        this.before = null;
    }

    private void lookInto(Object test) throws IllegalAccessException {
        for (Class<?> type = test.getClass(); type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                boolean wanted = McpClient.class.isAssignableFrom(field.getType())
                        || ScriptedHttpServer.class.isAssignableFrom(field.getType());
                if (wanted) {
                    field.setAccessible(true);
                    Object value = field.get(Modifier.isStatic(field.getModifiers()) ? null : test);
                    if (value instanceof McpClient client) {
                        this.clients.add(client);
                    } else if (value instanceof ScriptedHttpServer server) {
                        this.servers.add(server);
                    }
                }
            }
        }
    }

    /** The first half, while clients and servers are there. */
    void checkNothingIsInFlight() {
        eventually("calls are pending", () -> this.clients.stream()
                .filter(client -> client.status().inFlight() > 0)
                .map(client -> client + " has " + client.status().inFlight())
                .toList());
        eventually("pooled connections are taken", () -> this.clients.stream()
                .filter(client -> LeasedConnections.of(client) > 0)
                .map(client -> client + " holds " + LeasedConnections.of(client))
                .toList());
        eventually("requests are open at a server", () -> this.servers.stream()
                .flatMap(server -> server.openRequests().stream())
                .filter(request -> LASTING.stream().noneMatch(request::is))
                .map(String::valueOf)
                .toList());
    }

    /** The second half, when all has been cleaned up. */
    void checkNothingIsLeft() throws InterruptedException {
        Before present = before();
        try {
            checkNeighbour(present.neighbour());
            eventually("calls are pending", () -> this.clients.stream()
                    .filter(client -> client.status().inFlight() > 0)
                    .map(client -> client + " has " + client.status().inFlight())
                    .toList());
            eventually("threads are left", () -> present.threads().leftOver().stream()
                    .filter(thread ->
                            present.neighbour() == null || !present.neighbour().owns(thread))
                    .toList());
            eventually("child processes are left", () -> newChildren(present.children()));
            none("errors reached nobody", present.log().losses());
            none("secrets came to light", secretsIn(present.log().lines()));
            if (this.heapSlack >= 0) {
                long most = present.heap() + this.heapSlack;
                eventually("the heap has grown", () -> Heap.moreThan(most));
            }
        } finally {
            forget();
        }
    }

    private static void checkNeighbour(@Nullable HealthySecondServer neighbour) throws InterruptedException {
        if (neighbour != null) {
            none("the healthy second server was affected", neighbour.stop());
        }
    }

    private void eventually(String what, Supplier<Collection<String>> leftOver) {
        try {
            await().pollInSameThread()
                    .pollDelay(Duration.ZERO)
                    .atMost(this.limit)
                    .until(() -> leftOver.get().isEmpty());
        } catch (ConditionTimeoutException ex) {
            none(what + " after " + this.limit, leftOver.get());
        }
    }

    private static void none(String what, Collection<String> leftOver) {
        if (!leftOver.isEmpty()) {
            throw new AssertionError("invariant broken: " + what + ":\n  " + String.join("\n  ", leftOver));
        }
    }

    private static Set<Long> children() {
        return ProcessHandle.current()
                .descendants()
                .map(ProcessHandle::pid)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static List<String> newChildren(Set<Long> known) {
        return ProcessHandle.current()
                .descendants()
                .filter(child -> child.isAlive() && !known.contains(child.pid()))
                .map(child -> "process " + child.pid() + " "
                        + child.info().commandLine().orElse("of unknown command"))
                .toList();
    }

    private List<String> secretsIn(List<String> log) {
        Map<String, Collection<String>> places = new LinkedHashMap<>();
        places.put("the log", log);
        places.put(
                "a failure",
                this.failures.stream().distinct().map(Invariants::textOf).toList());
        places.put(
                "the state of a client",
                this.clients.stream()
                        .map(client -> client + " " + client.status() + " "
                                + textOf(client.status().lastError()))
                        .toList());
        this.texts.forEach((name, text) -> places.put(name, List.of(text.get())));
        List<String> found = new ArrayList<>();
        for (String secret : allSecrets()) {
            places.forEach((place, lines) -> lines.stream()
                    .filter(line -> line.contains(secret))
                    .findFirst()
                    .ifPresent(line -> found.add("\"" + secret + "\" in " + place + ": " + line)));
        }
        return found;
    }

    private Set<String> allSecrets() {
        Set<String> all = new LinkedHashSet<>(this.secrets);
        for (ScriptedHttpServer server : this.servers) {
            for (RecordedRequest request : server.requests()) {
                Secrets.HEADERS.stream()
                        .map(request::header)
                        .filter(value -> value != null && value.length() >= Secrets.SHORTEST)
                        .forEach(all::add);
            }
        }
        return all;
    }

    /** Messages and stacks of a failure, its causes and what it suppressed. */
    private static String textOf(@Nullable Throwable failure) {
        if (failure == null) {
            return "";
        }
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
