package io.mcpclient.discovery;

import java.net.URI;
import java.util.Set;

/**
 * What servers that were found may run and contact. Immutable.
 *
 * @param preferRemotes whether an entry with remotes and packages is reached over HTTP; {@code true} by default
 * @param processes whether packages may be started at all; {@code false} by default
 * @param packageTypes kinds of packages that may be used; {@code npm}, {@code pypi}, {@code nuget} and {@code oci} by default
 * @param runtimes programs that may run packages; {@code npx}, {@code uvx}, {@code dnx}, {@code docker} and {@code podman} by
 *     default
 * @param runtimeArguments further arguments of these programs that entries may use: a name such as {@code --volume} for any value,
 *     or name and value such as {@code --network=host}; none by default
 * @param variables environment variables that entries may set although they change which code is loaded, such as {@code
 *     NODE_OPTIONS}; none by default
 * @param packageRegistries base URLs of registries that entries may name for their packages; none by default. Without a named
 *     registry, the program uses its own
 * @param trustedOrigins origins such as {@code https://mcp.corp.example} of remotes that may have private addresses, and {@code
 *     http} on this machine; all others must have public addresses and {@code https}
 * @param joinedArguments whether a named argument and its value are one word, {@code --region=eu}, and not two; {@code false} by
 *     default
 * @param leadingDashes whether given values of positional arguments may begin with a dash; {@code false} by default
 */
public record McpPlanSettings(
        boolean preferRemotes,
        boolean processes,
        Set<String> packageTypes,
        Set<String> runtimes,
        Set<String> runtimeArguments,
        Set<String> variables,
        Set<URI> packageRegistries,
        Set<URI> trustedOrigins,
        boolean joinedArguments,
        boolean leadingDashes) {

    private static final McpPlanSettings DEFAULTS = new McpPlanSettings(
            true,
            false,
            Set.of("npm", "pypi", "nuget", "oci"),
            Set.of("npx", "uvx", "dnx", "docker", "podman"),
            Set.of(),
            Set.of(),
            Set.of(),
            Set.of(),
            false,
            false);

    /** Copies the sets. */
    public McpPlanSettings {
        packageTypes = Set.copyOf(packageTypes);
        runtimes = Set.copyOf(runtimes);
        runtimeArguments = Set.copyOf(runtimeArguments);
        variables = Set.copyOf(variables);
        packageRegistries = Set.copyOf(packageRegistries);
        trustedOrigins = Set.copyOf(trustedOrigins);
    }

    /**
     * Returns the defaults: remotes at public addresses, and no processes.
     * @return the settings
     */
    public static McpPlanSettings defaults() {
        return DEFAULTS;
    }

    /**
     * Returns a copy with the given value.
     * @param preferRemotes whether an entry with remotes and packages is reached over HTTP; {@code true} by default
     * @return the copy
     */
    public McpPlanSettings withPreferRemotes(boolean preferRemotes) {
        return new McpPlanSettings(
                preferRemotes,
                this.processes,
                this.packageTypes,
                this.runtimes,
                this.runtimeArguments,
                this.variables,
                this.packageRegistries,
                this.trustedOrigins,
                this.joinedArguments,
                this.leadingDashes);
    }

    /**
     * Returns a copy with the given value.
     * @param processes whether packages may be started at all; {@code false} by default
     * @return the copy
     */
    public McpPlanSettings withProcesses(boolean processes) {
        return new McpPlanSettings(
                this.preferRemotes,
                processes,
                this.packageTypes,
                this.runtimes,
                this.runtimeArguments,
                this.variables,
                this.packageRegistries,
                this.trustedOrigins,
                this.joinedArguments,
                this.leadingDashes);
    }

    /**
     * Returns a copy with the given value.
     * @param packageTypes kinds of packages that may be used; {@code npm}, {@code pypi}, {@code nuget} and {@code oci} by default
     * @return the copy
     */
    public McpPlanSettings withPackageTypes(Set<String> packageTypes) {
        return new McpPlanSettings(
                this.preferRemotes,
                this.processes,
                packageTypes,
                this.runtimes,
                this.runtimeArguments,
                this.variables,
                this.packageRegistries,
                this.trustedOrigins,
                this.joinedArguments,
                this.leadingDashes);
    }

    /**
     * Returns a copy with the given value.
     * @param runtimes programs that may run packages; {@code npx}, {@code uvx}, {@code dnx}, {@code docker} and {@code podman} by
     *     default
     * @return the copy
     */
    public McpPlanSettings withRuntimes(Set<String> runtimes) {
        return new McpPlanSettings(
                this.preferRemotes,
                this.processes,
                this.packageTypes,
                runtimes,
                this.runtimeArguments,
                this.variables,
                this.packageRegistries,
                this.trustedOrigins,
                this.joinedArguments,
                this.leadingDashes);
    }

    /**
     * Returns a copy with the given value.
     * @param runtimeArguments further arguments of these programs that entries may use: a name such as {@code --volume} for any value,
     *     or name and value such as {@code --network=host}; none by default
     * @return the copy
     */
    public McpPlanSettings withRuntimeArguments(Set<String> runtimeArguments) {
        return new McpPlanSettings(
                this.preferRemotes,
                this.processes,
                this.packageTypes,
                this.runtimes,
                runtimeArguments,
                this.variables,
                this.packageRegistries,
                this.trustedOrigins,
                this.joinedArguments,
                this.leadingDashes);
    }

    /**
     * Returns a copy with the given value.
     * @param variables environment variables that entries may set although they change which code is loaded, such as {@code
     *     NODE_OPTIONS}; none by default
     * @return the copy
     */
    public McpPlanSettings withVariables(Set<String> variables) {
        return new McpPlanSettings(
                this.preferRemotes,
                this.processes,
                this.packageTypes,
                this.runtimes,
                this.runtimeArguments,
                variables,
                this.packageRegistries,
                this.trustedOrigins,
                this.joinedArguments,
                this.leadingDashes);
    }

    /**
     * Returns a copy with the given value.
     * @param packageRegistries base URLs of registries that entries may name for their packages; none by default
     * @return the copy
     */
    public McpPlanSettings withPackageRegistries(Set<URI> packageRegistries) {
        return new McpPlanSettings(
                this.preferRemotes,
                this.processes,
                this.packageTypes,
                this.runtimes,
                this.runtimeArguments,
                this.variables,
                packageRegistries,
                this.trustedOrigins,
                this.joinedArguments,
                this.leadingDashes);
    }

    /**
     * Returns a copy with the given value.
     * @param trustedOrigins origins such as {@code https://mcp.corp.example} of remotes that may have private addresses, and {@code
     *     http} on this machine; all others must have public addresses and {@code https}
     * @return the copy
     */
    public McpPlanSettings withTrustedOrigins(Set<URI> trustedOrigins) {
        return new McpPlanSettings(
                this.preferRemotes,
                this.processes,
                this.packageTypes,
                this.runtimes,
                this.runtimeArguments,
                this.variables,
                this.packageRegistries,
                trustedOrigins,
                this.joinedArguments,
                this.leadingDashes);
    }

    /**
     * Returns a copy with the given value.
     * @param joinedArguments whether a named argument and its value are one word, {@code --region=eu}, and not two; {@code false} by
     *     default
     * @return the copy
     */
    public McpPlanSettings withJoinedArguments(boolean joinedArguments) {
        return new McpPlanSettings(
                this.preferRemotes,
                this.processes,
                this.packageTypes,
                this.runtimes,
                this.runtimeArguments,
                this.variables,
                this.packageRegistries,
                this.trustedOrigins,
                joinedArguments,
                this.leadingDashes);
    }

    /**
     * Returns a copy with the given value.
     * @param leadingDashes whether given values of positional arguments may begin with a dash; {@code false} by default
     * @return the copy
     */
    public McpPlanSettings withLeadingDashes(boolean leadingDashes) {
        return new McpPlanSettings(
                this.preferRemotes,
                this.processes,
                this.packageTypes,
                this.runtimes,
                this.runtimeArguments,
                this.variables,
                this.packageRegistries,
                this.trustedOrigins,
                this.joinedArguments,
                leadingDashes);
    }
}
