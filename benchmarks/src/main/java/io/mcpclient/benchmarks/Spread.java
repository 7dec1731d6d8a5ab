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

    private static final String FAILED = "failed";

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
            return FAILED;
        }
        String digits = digits(unit);
        double least = this.sorted.get(0);
        double greatest = this.sorted.get(this.sorted.size() - 1);
        return formatMedian(unit) + String.format(Locale.ROOT, " (" + digits + ".." + digits + ")", least, greatest);
    }

    /** Formats the median alone. */
    String formatMedian(@Nullable String unit) {
        if (isEmpty()) {
            return FAILED;
        }
        String withUnit = unit == null || unit.isEmpty() ? "" : " " + unit;
        return (this.warm ? "" : "~") + String.format(Locale.ROOT, digits(unit), median()) + withUnit;
    }

    private String digits(@Nullable String unit) {
        if (unit == null || unit.isEmpty()) {
            return "%.2f";
        }
        return median() < 100 ? "%.1f" : "%,.0f";
    }
}
