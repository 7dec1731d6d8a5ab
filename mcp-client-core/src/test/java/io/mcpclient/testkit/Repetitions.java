package io.mcpclient.testkit;

import java.util.stream.IntStream;

/**
 * How often a test repeats what has to hold each time: a few times in the ordinary build, many times in the nightly one, which sets
 * {@code tests.nightly}.
 */
public final class Repetitions {

    private static final boolean NIGHTLY = Boolean.getBoolean("tests.nightly");

    private Repetitions() {}

    /** Returns the first number in the ordinary build, the second one in the nightly build. */
    public static int of(int usually, int nightly) {
        return NIGHTLY ? nightly : usually;
    }

    /** The numbers from 1 to {@link #of}, as seeds: those of the ordinary build are among those of the nightly one. */
    public static IntStream seeds(int usually, int nightly) {
        return IntStream.rangeClosed(1, of(usually, nightly));
    }
}
