package io.mcpclient.sample;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A scrape of Prometheus: the labels of each metric, with their values. */
record Scrape(Map<String, Map<String, Set<String>>> metrics) {

    private static final Pattern SAMPLE = Pattern.compile("^([a-zA-Z_:][\\w:]*)(?:\\{(.*)\\})? .*$");

    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\"");

    static Scrape parse(String text) {
        Map<String, Map<String, Set<String>>> metrics = new HashMap<>();
        text.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            Matcher sample = SAMPLE.matcher(line);
            if (sample.matches()) {
                Map<String, Set<String>> labels = metrics.computeIfAbsent(sample.group(1), name -> new HashMap<>());
                if (sample.group(2) != null) {
                    LABEL.matcher(sample.group(2)).results().forEach(label -> labels.computeIfAbsent(
                                    label.group(1), name -> new TreeSet<>())
                            .add(label.group(2)));
                }
            }
        });
        return new Scrape(metrics);
    }

    Map<String, Set<String>> labels(String metric) {
        return this.metrics.getOrDefault(metric, Map.of());
    }
}
