package io.mcpclient.autoconfigure.observation;

import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;

import io.mcpclient.support.SharedInstances;

/**
 * Tags of meters. Each meter keeps its tags, most of which are those of many other meters, so equal ones are one instance where
 * possible. Thread-safe.
 */
final class SharedTags {

    private static final SharedInstances<Tag> TAGS = new SharedInstances<>(1 << 10);

    private static final SharedInstances<Tags> COMBINATIONS = new SharedInstances<>(1 << 10);

    private SharedTags() {}

    static Tag tag(String key, String value) {
        return TAGS.of(Tag.of(key, value));
    }

    static Tags all(Tags tags) {
        return COMBINATIONS.of(tags);
    }
}
