package io.mcpclient.benchmarks;

import java.util.List;
import java.util.Locale;

/**
 * Whether samples grow: the median of the last third exceeds that of the first third by more than both a few per cent and the
 * slack. The first samples do not count, because caches, pools and compiled code are filled then.
 */
record Growth(String title, long slack, List<Long> samples) {

    private static final double FACTOR = 1.03;

    boolean isGrowing() {
        return last() > first() * FACTOR && last() > first() + this.slack;
    }

    String describe() {
        return String.format(Locale.ROOT, "%s grows from %,d to %,d", this.title, first(), last());
    }

    private long first() {
        return median(counted().subList(0, third()));
    }

    private long last() {
        return median(counted().subList(counted().size() - third(), counted().size()));
    }

    private int third() {
        return Math.max(1, counted().size() / 3);
    }

    private List<Long> counted() {
        return this.samples.subList(this.samples.size() / 6, this.samples.size());
    }

    private static long median(List<Long> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }
}
