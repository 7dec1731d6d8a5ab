package io.mcpclient.testkit;

import java.util.List;

/** What is left of the heap when everything unused is collected. */
final class Heap {

    private static final int ROUNDS = 3;

    private Heap() {}

    /** The least that several collections leave, in bytes. */
    static long used() {
        long least = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            System.gc();
            Runtime runtime = Runtime.getRuntime();
            least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
        }
        return least;
    }

    /** A complaint if more is used than that. */
    static List<String> moreThan(long most) {
        long used = used();
        return (used <= most) ? List.of() : List.of(used / 1024 + " KiB are used, at most " + most / 1024 + " are due");
    }
}
