package io.mcpclient.benchmarks;

import java.net.URI;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/**
 * The table of clients, in the order of the rows. The others are compared with the first one. What a client does not offer, the
 * table shows as a dash.
 */
enum Client {
    FLOOR("floor", "floor", FloorSubject::connect, Offer.EVERYTHING, true),
    FLOOR_BLOCKING("floor-blocking", "floor, block()", FloorBlockingSubject::connect),
    NETTY("netty", "raw Reactor Netty", NettySubject::connect, Offer.EVERYTHING, false),
    OURS_REACTIVE("ours-reactive", "ours reactive", OursReactiveSubject::connect, Offer.EVERYTHING, true),
    OURS_BLOCKING("ours-blocking", "ours blocking", OursBlockingSubject::connect, Offer.EVERYTHING, true),
    OURS_STATELESS("ours-stateless", "ours stateless", OursReactiveSubject::connectStateless, Offer.EVERYTHING, true),
    REGISTRY("registry", "ours, registry", RegistrySubject::connect, Offer.CALLS, true),
    STARTER("starter", "starter", StarterSubject::connect, Offer.CALLS_AND_LISTS, false),
    STARTER_TRACED("starter-traced", "starter, traced", StarterSubject::connectTraced, Offer.CALLS_AND_LISTS, false),
    SDK_ASYNC("sdk-async", "Java SDK async", SdkAsyncSubject::connect, Offer.EVERYTHING, true),
    /** Over stdio, concurrent calls of the blocking client fail: "Failed to enqueue message". */
    SDK_SYNC("sdk-sync", "Java SDK sync", SdkSyncSubject::connect, Offer.EVERYTHING, false),
    SPRING_AI("spring-ai", "Spring AI WebClient", SdkAsyncSubject::connectSpringAi, Offer.EVERYTHING, false),
    LANGCHAIN4J("langchain4j", "LangChain4j", LangChain4jSubject::connect, Offer.EVERYTHING, true);

    /** The sets of operations that clients offer. */
    private static final class Offer {

        static final Set<Operation> EVERYTHING = EnumSet.allOf(Operation.class);
        static final Set<Operation> CALLS = EnumSet.of(Operation.CALL, Operation.CALL_WITH_PROGRESS);
        static final Set<Operation> CALLS_AND_LISTS =
                EnumSet.of(Operation.CALL, Operation.CALL_WITH_PROGRESS, Operation.TYPED, Operation.LIST);
        static final Set<Operation> CALL = EnumSet.of(Operation.CALL);

        private Offer() {}
    }

    private final String key;
    private final String title;

    @SuppressWarnings("ImmutableEnumChecker") // a method reference
    private final Subject.Factory factory;

    @SuppressWarnings("ImmutableEnumChecker") // never changed
    private final Set<Operation> operations;

    private final boolean stdio;

    /** A client of HTTP servers that only calls tools. */
    Client(String key, String title, Subject.Factory factory) {
        this(key, title, factory, Offer.CALL, false);
    }

    Client(String key, String title, Subject.Factory factory, Set<Operation> operations, boolean stdio) {
        this.key = key;
        this.title = title;
        this.factory = factory;
        this.operations = operations;
        this.stdio = stdio;
    }

    static Client of(String key) {
        return Arrays.stream(values())
                .filter(client -> client.key.equals(key))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("No client '" + key + "'"));
    }

    String key() {
        return this.key;
    }

    String title() {
        return this.title;
    }

    /** Whether this client belongs to this repository, and so has targets. */
    boolean isOurs() {
        return this.key.startsWith("ours-");
    }

    boolean offers(Workload workload) {
        return this.operations.contains(workload.operation()) && (this.stdio || !workload.isStdio());
    }

    /** Returns a connected client. */
    Subject connect(URI server, Workload workload) {
        return this.factory.connect(workload.addressAt(server), workload);
    }
}
