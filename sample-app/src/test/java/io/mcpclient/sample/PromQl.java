package io.mcpclient.sample;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a query names: metrics with their label matchers, and labels that it groups by. Not a parser of the language. */
record PromQl(Map<String, Map<String, String>> metrics, Set<String> groupedBy) {

    private static final Pattern METRIC =
            Pattern.compile("\\b((?:mcp|http)_[a-z_]+)\\b(?:\\{([^}]*)\\})?(?=\\s*[\\[)=<>+/*-]|\\s*$)");

    private static final Pattern MATCHER = Pattern.compile("(\\w+)\\s*(=~|!~|!=|=)\\s*\"([^\"]*)\"");

    private static final Pattern GROUPS = Pattern.compile("\\b(?:by|on)\\s*\\(([^)]*)\\)");

    static PromQl parse(String query) {
        Set<String> groupedBy = GROUPS.matcher(query)
                .results()
                .flatMap(groups -> Stream.of(groups.group(1).split("\\s*,\\s*")))
                .collect(Collectors.toCollection(TreeSet::new));
        Map<String, Map<String, String>> metrics = new LinkedHashMap<>();
        METRIC.matcher(GROUPS.matcher(query).replaceAll("by ()")).results().forEach(metric -> {
            Map<String, String> labels = metrics.computeIfAbsent(metric.group(1), name -> new LinkedHashMap<>());
            if (metric.group(2) != null) {
                MATCHER.matcher(metric.group(2))
                        .results()
                        .forEach(label ->
                                labels.put(label.group(1), label.group(2).equals("=") ? label.group(3) : ""));
            }
        });
        return new PromQl(metrics, groupedBy);
    }
}
