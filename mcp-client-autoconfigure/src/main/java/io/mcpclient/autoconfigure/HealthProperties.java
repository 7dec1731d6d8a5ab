package io.mcpclient.autoconfigure;

/** Properties of the servers' health indicators. */
public class HealthProperties {

    /** Health status of an optional server whose last connection attempt failed or whose connection was lost. */
    private OptionalServers optionalServers = OptionalServers.UNKNOWN;

    public OptionalServers getOptionalServers() {
        return this.optionalServers;
    }

    public void setOptionalServers(OptionalServers optionalServers) {
        this.optionalServers = optionalServers;
    }

    /** Health statuses of a failed optional server. */
    public enum OptionalServers {

        /** Does not affect the overall health. */
        UNKNOWN,

        /** Makes the overall health {@code DOWN}. */
        DOWN
    }
}
