package io.mcpclient.internal.model;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.mcpclient.text.SafeText;

/** What was converted in arguments, and what could not be. Not thread-safe. */
final class Changes {

    private static final int MAX_CONVERTED = 1_000;

    private static final int MAX_PROBLEMS = 10;

    private static final int EXCERPT = 40;

    private final List<Place> converted = new ArrayList<>(0);

    private final List<String> problems = new ArrayList<>(0);

    void converted(Place place) {
        if (this.converted.size() < MAX_CONVERTED) {
            this.converted.add(place);
        }
    }

    void wrongType(Place place, @Nullable Object value, String requirement) {
        if (this.problems.size() < MAX_PROBLEMS) {
            this.problems.add(
                    place + " is " + described(value, place.isSecret()) + ", but the schema requires " + requirement);
        }
    }

    private static String described(@Nullable Object value, boolean isSecret) {
        JsonType type = JsonType.of(value);
        if (type == null || isSecret) {
            return (type == null) ? "no JSON" : type.withArticle();
        }
        return switch (type) {
            case STRING -> "the string \"" + SafeText.excerpt((String) value, EXCERPT) + "\"";
            case INTEGER, NUMBER -> "the number " + SafeText.excerpt(String.valueOf(value), EXCERPT);
            case BOOLEAN -> "the boolean " + value;
            case ARRAY, OBJECT, NULL -> type.withArticle();
        };
    }

    void addAll(Changes others) {
        others.converted.forEach(this::converted);
        others.problems.stream().limit(MAX_PROBLEMS - this.problems.size()).forEach(this.problems::add);
    }

    boolean hasProblems() {
        return !this.problems.isEmpty();
    }

    List<String> places() {
        return this.converted.stream().map(Place::pointer).toList();
    }

    List<String> problems() {
        return List.copyOf(this.problems);
    }
}
