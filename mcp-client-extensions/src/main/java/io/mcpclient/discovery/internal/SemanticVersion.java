package io.mcpclient.discovery.internal;

import java.math.BigInteger;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * A semantic version. Build metadata has no effect on the order.
 *
 * @param core major, minor and patch
 * @param preRelease its identifiers, empty for a release
 * @see <a href="https://semver.org/spec/v2.0.0.html">Semantic Versioning 2.0.0</a>
 */
public record SemanticVersion(List<BigInteger> core, List<String> preRelease) implements Comparable<SemanticVersion> {

    private static final Pattern FORM = Pattern.compile(
            "v?(\\d{1,18})\\.(\\d{1,18})\\.(\\d{1,18})(?:-([0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*))?(?:\\+[0-9A-Za-z.-]+)?");

    private static final Pattern NUMBER = Pattern.compile("\\d+");

    private static final int MAX_LENGTH = 255;

    /** Parses a version. */
    public static @Nullable SemanticVersion of(@Nullable String text) {
        if (text == null || text.length() > MAX_LENGTH) {
            return null;
        }
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            return null;
        }
        String preRelease = parts.group(4);
        return new SemanticVersion(
                List.of(new BigInteger(parts.group(1)), new BigInteger(parts.group(2)), new BigInteger(parts.group(3))),
                (preRelease != null) ? List.of(preRelease.split("\\.")) : List.of());
    }

    @Override
    public int compareTo(SemanticVersion other) {
        for (int i = 0; i < this.core.size(); i++) {
            int difference = this.core.get(i).compareTo(other.core.get(i));
            if (difference != 0) {
                return difference;
            }
        }
        if (this.preRelease.isEmpty() || other.preRelease.isEmpty()) {
            return Boolean.compare(this.preRelease.isEmpty(), other.preRelease.isEmpty());
        }
        int common = Math.min(this.preRelease.size(), other.preRelease.size());
        for (int i = 0; i < common; i++) {
            int difference = identifiers(this.preRelease.get(i), other.preRelease.get(i));
            if (difference != 0) {
                return difference;
            }
        }
        return Integer.compare(this.preRelease.size(), other.preRelease.size());
    }

    /** Numbers are lower than words. */
    private static int identifiers(String one, String other) {
        boolean isNumber = NUMBER.matcher(one).matches();
        if (isNumber != NUMBER.matcher(other).matches()) {
            return isNumber ? -1 : 1;
        }
        return isNumber ? new BigInteger(one).compareTo(new BigInteger(other)) : one.compareTo(other);
    }
}
