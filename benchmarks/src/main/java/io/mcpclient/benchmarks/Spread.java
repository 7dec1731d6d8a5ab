package io.mcpclient.benchmarks;

import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/** Values of one cell, ascending. */
record Spread(List<Double> sorted) {

    boolean isEmpty() {
        return this.sorted.isEmpty();
    }

    double median() {
        int middle = this.sorted.size() / 2;
        return this.sorted.size() % 2 == 1
                ? this.sorted.get(middle)
                : (this.sorted.get(middle - 1) + this.sorted.get(middle)) / 2;
    }

    /** The median with least and greatest: absolute when there is a unit, a ratio when there is none. */
    String format(@Nullable String unit) {
        if (isEmpty()) {
            return "failed";
        }
        double least = this.sorted.get(0);
        double greatest = this.sorted.get(this.sorted.size() - 1);
        if (unit == null) {
            return String.format(Locale.ROOT, "%.2f (%.2f..%.2f)", median(), least, greatest);
        }
        String digits = median() < 100 ? "%.1f" : "%,.0f";
        return String.format(
                Locale.ROOT, digits + " %s (" + digits + ".." + digits + ")", median(), unit, least, greatest);
    }
}
