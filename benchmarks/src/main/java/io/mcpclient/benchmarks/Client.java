package io.mcpclient.benchmarks;

import java.net.URI;
import java.util.Arrays;

/** The table of clients, in the order of the columns. The others are compared with the first one. */
enum Client {
    FLOOR("floor", "floor", FloorSubject::connect),
    FLOOR_BLOCKING("floor-blocking", "floor, block()", FloorBlockingSubject::connect),
    OURS_REACTIVE("ours-reactive", "ours reactive", OursReactiveSubject::connect),
    OURS_BLOCKING("ours-blocking", "ours blocking", OursBlockingSubject::connect),
    OURS_STATELESS("ours-stateless", "ours stateless", OursReactiveSubject::connectStateless),
    STARTER("starter", "starter", StarterSubject::connect),
    STARTER_TRACED("starter-traced", "starter, traced", StarterSubject::connectTraced),
    SDK_ASYNC("sdk-async", "SDK async", SdkAsyncSubject::connect),
    SDK_SYNC("sdk-sync", "SDK sync", SdkSyncSubject::connect);

    private final String key;
    private final String title;

    @SuppressWarnings("ImmutableEnumChecker") // a method reference
    private final Subject.Factory factory;

    Client(String key, String title, Subject.Factory factory) {
        this.key = key;
        this.title = title;
        this.factory = factory;
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

    Subject connect(URI server, Workload workload) {
        return this.factory.connect(server, workload);
    }
}
