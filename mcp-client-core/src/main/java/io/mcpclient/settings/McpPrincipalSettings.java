package io.mcpclient.settings;

import java.time.Duration;

import io.mcpclient.error.McpConfigurationException;

/**
 * Settings of a client whose calls are made on behalf of principals. Immutable.
 *
 * @param required whether a call without a principal is rejected before it is sent, instead of being made on behalf of the application: if users have
 *     their own credentials, a call whose security context was lost must not run as the application.
 *     {@link io.mcpclient.auth.McpPrincipal#APPLICATION} selects the application explicitly
 * @param maxPrincipals maximum number of principals with concurrent sessions, at least 1; the application's session does not count. The least recently
 *     used idle session makes room for another principal; if all sessions are in use, the call is rejected with
 *     {@link io.mcpclient.error.McpRejectedException.Reason#OVERLOAD}. A session with resource subscriptions is kept as long as there is room
 * @param idleTimeout idle timeout of these sessions, from a millisecond to 24 days
 * @param sharedConnection whether all principals use the session and the credentials of the application. The principal of a call is then known
 *     to approvals, audit and interceptors, and to nothing else
 * @see "faults G13, H26"
 */
public record McpPrincipalSettings(
        boolean required, int maxPrincipals, Duration idleTimeout, boolean sharedConnection) {

    private static final McpPrincipalSettings DEFAULTS =
            new McpPrincipalSettings(false, 100, Duration.ofMinutes(10), false);

    /**
     * Checks the values.
     * @throws McpConfigurationException if one is out of its range; it names the property
     */
    public McpPrincipalSettings {
        SettingChecks.atLeast("max-principals", maxPrincipals, 1);
        SettingChecks.positive("principal-idle-timeout", idleTimeout, "10m");
    }

    /**
     * Returns the defaults: not required, 100 sessions, 10 minutes, a session for each principal.
     * @return the settings
     */
    public static McpPrincipalSettings defaults() {
        return DEFAULTS;
    }

    /**
     * Returns a copy with the given value.
     * @param required whether a call without a principal is rejected before it is sent, instead of being made on behalf of the application: if users have
     *     their own credentials, a call whose security context was lost must not run as the application.
     *     {@link io.mcpclient.auth.McpPrincipal#APPLICATION} selects the application explicitly
     * @return the copy
     */
    public McpPrincipalSettings withRequired(boolean required) {
        return new McpPrincipalSettings(required, this.maxPrincipals, this.idleTimeout, this.sharedConnection);
    }

    /**
     * Returns a copy with the given value.
     * @param maxPrincipals maximum number of principals with concurrent sessions, at least 1; the application's session does not count. The least recently
     *     used idle session makes room for another principal; if all sessions are in use, the call is rejected with
     *     {@link io.mcpclient.error.McpRejectedException.Reason#OVERLOAD}. A session with resource subscriptions is kept as long as there is room
     * @return the copy
     */
    public McpPrincipalSettings withMaxPrincipals(int maxPrincipals) {
        return new McpPrincipalSettings(this.required, maxPrincipals, this.idleTimeout, this.sharedConnection);
    }

    /**
     * Returns a copy with the given value.
     * @param idleTimeout idle timeout of these sessions, from a millisecond to 24 days
     * @return the copy
     */
    public McpPrincipalSettings withIdleTimeout(Duration idleTimeout) {
        return new McpPrincipalSettings(this.required, this.maxPrincipals, idleTimeout, this.sharedConnection);
    }

    /**
     * Returns a copy with the given value.
     * @param sharedConnection whether all principals use the session and the credentials of the application. The principal of a call is then known
     *     to approvals, audit and interceptors, and to nothing else
     * @return the copy
     */
    public McpPrincipalSettings withSharedConnection(boolean sharedConnection) {
        return new McpPrincipalSettings(this.required, this.maxPrincipals, this.idleTimeout, sharedConnection);
    }
}
