package io.mcpclient.testkit;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.stream.Collectors;

import javax.management.JMException;
import javax.management.ObjectName;

/** What is left of the heap when everything unused is collected. */
final class Heap {

    private static final int ROUNDS = 3;

    private static final int SHOWN = 40;

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
        return (used <= most)
                ? List.of()
                : List.of(used / 1024 + " KiB are used, at most " + most / 1024 + " are due:\n" + largest());
    }

    /** The classes whose objects take most of it. */
    private static String largest() {
        try {
            ObjectName commands = new ObjectName("com.sun.management:type=DiagnosticCommand");
            Object histogram = ManagementFactory.getPlatformMBeanServer()
                    .invoke(commands, "gcClassHistogram", new Object[] {new String[0]}, new String[] {
                        String[].class.getName()
                    });
            return String.valueOf(histogram).lines().limit(SHOWN).collect(Collectors.joining("\n"));
        } catch (JMException ex) {
            return "this JVM does not say of what: " + ex;
        }
    }
}
