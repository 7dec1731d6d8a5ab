package io.mcpclient.store;

/**
 * Value in an {@link McpStore}. Immutable.
 *
 * @param version number that increases with every new value of a key, even across removal; greater than zero
 * @param text the value: printable text without line breaks, at most 256 KiB; confidential, as it may contain the id of a
 *     session
 */
public record McpStoredValue(long version, String text) {

    /**
     * Creates a value.
     * @throws IllegalArgumentException if the version is not greater than zero
     */
    public McpStoredValue {
        if (version <= 0) {
            throw new IllegalArgumentException("version must be greater than zero: " + version);
        }
    }

    @Override
    public String toString() {
        return "McpStoredValue[version=" + this.version + ", " + this.text.length() + " characters]";
    }
}
