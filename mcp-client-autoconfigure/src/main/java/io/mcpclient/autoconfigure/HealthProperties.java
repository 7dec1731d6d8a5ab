package io.mcpclient.autoconfigure;

/** Properties of the health component of the servers. */
public class HealthProperties {

    /** Status of an optional server whose last attempt to connect or whose connection failed. */
    private OptionalServers optionalServers = OptionalServers.UNKNOWN;

    public OptionalServers getOptionalServers() {
        return this.optionalServers;
    }

    public void setOptionalServers(OptionalServers optionalServers) {
        this.optionalServers = optionalServers;
    }

    /** Statuses of an optional server that has failed. */
    public enum OptionalServers {

        /** Leaves the overall health alone. */
        UNKNOWN,

        /** Makes the overall health {@code DOWN}. */
        DOWN
    }
}
