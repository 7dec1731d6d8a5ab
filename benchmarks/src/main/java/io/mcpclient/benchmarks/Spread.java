package io.mcpclient.benchmarks;

import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * The values of one cell, ascending.
 *
 * @param warm whether all of them were measured after the JIT compiler was done
 */
record Spread(List<Double> sorted, boolean warm) {

    boolean isEmpty() {
        return this.sorted.isEmpty();
    }

    double median() {
        int middle = this.sorted.size() / 2;
        return this.sorted.size() % 2 == 1
                ? this.sorted.get(middle)
                : (this.sorted.get(middle - 1) + this.sorted.get(middle)) / 2;
    }

    /** Formats the median with minimum and maximum: absolute with a unit, else a ratio. A tilde means not warm. */
    String format(@Nullable String unit) {
        if (isEmpty()) {
            return "failed";
        }
        String mark = this.warm ? "" : "~";
        double least = this.sorted.get(0);
        double greatest = this.sorted.get(this.sorted.size() - 1);
        if (unit == null) {
            return mark + String.format(Locale.ROOT, "%.2f (%.2f..%.2f)", median(), least, greatest);
        }
        String digits = median() < 100 ? "%.1f" : "%,.0f";
        return mark
                + String.format(
                        Locale.ROOT, digits + " %s (" + digits + ".." + digits + ")", median(), unit, least, greatest);
    }
}
