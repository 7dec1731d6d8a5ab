package io.mcpclient.discovery;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Environment variables that change which code a program loads, or from where. The comparison ignores case, as Windows does.
 *
 * @see "REG-24, REG-A10"
 */
final class PackageVariables {

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private static final List<String> PREFIXES = List.of(
            "LD_", "DYLD_", "PYTHON", "NPM_CONFIG_", "UV_", "PIP_", "DOCKER_", "CONTAINER_", "NUGET_", "GIT_", "BUN_");

    private static final Set<String> NAMES = Set.of(
            "PATH",
            "PATHEXT",
            "HOME",
            "USERPROFILE",
            "NODE_OPTIONS",
            "NODE_PATH",
            "NODE_EXTRA_CA_CERTS",
            "NODE_TLS_REJECT_UNAUTHORIZED",
            "JAVA_TOOL_OPTIONS",
            "JDK_JAVA_OPTIONS",
            "_JAVA_OPTIONS",
            "CLASSPATH",
            "DOTNET_STARTUP_HOOKS",
            "CORECLR_PROFILER",
            "CORECLR_ENABLE_PROFILING",
            "DOTNET_ADDITIONAL_DEPS",
            "PERL5OPT",
            "PERL5LIB",
            "RUBYOPT",
            "RUBYLIB",
            "BASH_ENV",
            "ENV",
            "SHELL",
            "IFS",
            "MCP_CLIENT_PROCESS");

    private PackageVariables() {}

    static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    static boolean isDangerous(String name) {
        String upper = name.toUpperCase(Locale.ROOT);
        return NAMES.contains(upper) || PREFIXES.stream().anyMatch(upper::startsWith);
    }
}
