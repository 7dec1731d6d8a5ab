package io.mcpclient.discovery;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import io.mcpclient.support.store.Digest;

/**
 * Digest of groups of texts, each with its number of texts, so that none can move from one group to another.
 *
 * @see "REG-13, REG-14"
 */
final class PlanDigest {

    private final List<String> texts = new ArrayList<>();

    PlanDigest addAll(Collection<String> group) {
        this.texts.add(String.valueOf(group.size()));
        this.texts.addAll(group);
        return this;
    }

    @Override
    public String toString() {
        return "sha256:" + Digest.of(this.texts);
    }
}
