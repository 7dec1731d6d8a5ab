package io.mcpclient.discovery;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.mcpclient.discovery.InputResolver.Value;
import io.mcpclient.discovery.RemotePlans.Described;
import io.mcpclient.discovery.internal.LookupFailures;
import io.mcpclient.settings.McpHttpTransportType;
import io.mcpclient.text.SafeText;
import io.mcpclient.text.SecretNames;

/**
 * Plans for servers in packages.
 *
 * <pre>
 * npm     npx  runtime arguments  -y identifier@version        package arguments
 * pypi    uvx  runtime arguments  identifier@version           package arguments
 * nuget   dnx  runtime arguments  identifier@version --yes --  package arguments
 * oci     docker run -i --rm -e NAME…  runtime arguments  identifier  package arguments
 * </pre>
 *
 * @see "REG-08, REG-10 to REG-18, REG-24, REG-28; REG-A2 to REG-A6, REG-A10, REG-A11"
 */
final class PackagePlans {

    private static final String OPERATION = "server plan";

    private static final String STDIO = "stdio";

    private final McpPlanSettings settings;

    private final Described server;

    private final InputResolver inputs;

    private final List<String> warnings;

    private final Set<String> secretNames = new LinkedHashSet<>();

    private final List<String> fixedValues = new ArrayList<>();

    PackagePlans(McpPlanSettings settings, Described server, McpInputValues values) {
        this.settings = settings;
        this.server = server;
        this.inputs = new InputResolver(values);
        this.warnings = new ArrayList<>(server.warnings());
    }

    McpServerPlan plan(List<McpPackage> packages) {
        McpPackage chosen = chosen(packages);
        PackageType type = Objects.requireNonNull(PackageType.of(chosen.registryType()));
        check(type, chosen);
        String runtime = runtime(type, chosen);
        List<String> registry = registry(type, chosen);
        PackageArguments arguments = new PackageArguments(this.settings, this.server.text(), this.inputs);
        Map<String, String> environment = environment(chosen);
        List<String> ofRuntime = arguments.ofRuntime(type, chosen.runtimeArguments(), this.warnings);
        List<String> ofPackage = arguments.ofPackage(chosen.packageArguments());
        this.inputs.requireComplete(this.server.text());
        List<String> command = new ArrayList<>(List.of(runtime));
        command.addAll(words(type, chosen, environment.keySet(), joined(ofRuntime, registry), ofPackage));
        return plan(command, environment);
    }

    private static List<String> joined(List<String> one, List<String> other) {
        List<String> both = new ArrayList<>(one);
        both.addAll(other);
        return both;
    }

    private McpServerPlan plan(List<String> command, Map<String, String> environment) {
        if (!this.settings.processes()) {
            this.warnings.add("it would start a process, and the settings do not allow that");
        }
        String digest = new PlanDigest()
                .addAll(List.of("process", this.server.source(), this.server.name(), this.server.version()))
                .addAll(command)
                .addAll(environment.keySet())
                .addAll(this.fixedValues)
                .toString();
        return new McpServerPlan(
                this.server.source(),
                this.server.name(),
                this.server.version(),
                null,
                McpHttpTransportType.AUTO,
                Map.of(),
                command,
                environment,
                this.secretNames,
                List.of(),
                false,
                this.settings.processes(),
                digest,
                this.warnings,
                McpServerPlan.shown(this.server.text(), command, environment.keySet()));
    }

    /** The first package that this client can run. */
    private McpPackage chosen(List<McpPackage> packages) {
        List<String> reasons = new ArrayList<>();
        for (McpPackage each : packages) {
            String reason = unsupported(each);
            if (reason == null) {
                return each;
            }
            reasons.add(SafeText.excerpt(each.registryType(), 32) + " (" + reason + ")");
        }
        throw LookupFailures.unsupported(
                OPERATION,
                this.server.text() + " has no package that can be run: "
                        + (reasons.isEmpty() ? "it has none" : String.join(", ", reasons)),
                "Use a remote, or configure the command of the server.");
    }

    private @Nullable String unsupported(McpPackage each) {
        if (PackageType.of(each.registryType()) == null) {
            return PackageType.reason(each.registryType());
        }
        if (!this.settings.packageTypes().contains(each.registryType())) {
            return "the settings do not allow the type";
        }
        if (each.transportType().equals(STDIO)) {
            return null;
        }
        return isLoopback(each.transportUrl())
                ? "packages with a transport over HTTP are not started: run it, and configure its URL"
                : "its transport has a URL that is not on this machine";
    }

    private static boolean isLoopback(@Nullable String url) {
        try {
            String host = (url != null) ? new URI(url.replaceAll("\\{[^{}]*}", "1")).getHost() : null;
            return host != null && Set.of("localhost", "127.0.0.1", "[::1]").contains(host);
        } catch (URISyntaxException ex) {
            return false;
        }
    }

    private void check(PackageType type, McpPackage chosen) {
        if (!type.isIdentifier(chosen.identifier())) {
            throw refused("has the " + chosen.registryType() + " identifier "
                    + SafeText.excerpt(chosen.identifier(), 100)
                    + (type == PackageType.OCI
                            ? ", which is no image with an exact tag or digest"
                            : ", which is not valid"));
        }
        if (!type.isExactVersion((type == PackageType.OCI) ? "" : chosen.version())) {
            throw refused(
                    "has the version " + SafeText.excerpt(chosen.version(), 100) + " of a package, which is not exact");
        }
        if (type == PackageType.OCI && !chosen.identifier().contains("@sha256:")) {
            this.warnings.add("its image has no digest: its tag can refer to another image later");
        }
    }

    private RuntimeException refused(String problem) {
        return LookupFailures.refused(OPERATION, this.server.text() + " " + problem, "Report it to its publisher.");
    }

    private String runtime(PackageType type, McpPackage chosen) {
        String runtime = (chosen.runtimeHint() != null) ? chosen.runtimeHint() : type.defaultRuntime();
        if (!this.settings.runtimes().contains(runtime) || !type.isRunBy(runtime)) {
            throw LookupFailures.refused(
                    OPERATION,
                    this.server.text() + " is to be run by " + SafeText.excerpt(runtime, 64)
                            + ", which is not allowed for " + chosen.registryType(),
                    "If it is intended, add it to the runtimes of the settings.");
        }
        return runtime;
    }

    private List<String> registry(PackageType type, McpPackage chosen) {
        String url = chosen.registryBaseUrl();
        if (url == null) {
            return List.of();
        }
        boolean isAllowed = this.settings.packageRegistries().stream()
                .anyMatch(
                        allowed -> PackageType.withoutSlash(allowed.toString()).equals(PackageType.withoutSlash(url)));
        if (!isAllowed) {
            throw LookupFailures.refused(
                    OPERATION,
                    this.server.text() + " would be downloaded from " + SafeText.excerpt(url, 200),
                    "If it is intended, add the URL to the registries for packages.");
        }
        return type.registryArguments(url);
    }

    private static List<String> words(
            PackageType type, McpPackage chosen, Set<String> names, List<String> ofRuntime, List<String> ofPackage) {
        List<String> words = new ArrayList<>();
        if (type == PackageType.OCI) {
            words.addAll(List.of("run", "-i", "--rm"));
            names.forEach(name -> words.addAll(List.of("-e", name)));
        }
        words.addAll(ofRuntime);
        if (type == PackageType.NPM && !ofRuntime.contains("-y") && !ofRuntime.contains("--yes")) {
            words.add("-y");
        }
        words.add((type == PackageType.OCI) ? chosen.identifier() : chosen.identifier() + "@" + chosen.version());
        if (type == PackageType.NUGET) {
            words.add("--yes");
            if (!ofPackage.isEmpty()) {
                words.add("--");
            }
        }
        words.addAll(ofPackage);
        return words;
    }

    private Map<String, String> environment(McpPackage chosen) {
        Map<String, String> environment = new LinkedHashMap<>();
        for (McpInput variable : chosen.environmentVariables()) {
            String name = variable.name();
            if (!PackageVariables.isName(name)
                    || PackageVariables.isDangerous(name)
                            && !this.settings.variables().contains(name)) {
                throw LookupFailures.refused(
                        OPERATION,
                        this.server.text() + " sets the environment variable " + SafeText.excerpt(name, 100)
                                + ", which is not allowed",
                        "If it is intended, add it to the variables of the settings.");
            }
            Value value = this.inputs.value(variable, "environment variable " + name, null);
            if (value != null) {
                environment.put(name, value.text());
                remember(variable, value);
            }
        }
        return environment;
    }

    private void remember(McpInput variable, Value value) {
        if (variable.hasSecret() && !value.isGiven()) {
            throw refused("has a fixed value for the secret " + SafeText.excerpt(variable.name(), 100));
        }
        if (value.isSecret() || variable.hasSecret() || SecretNames.isSecret(variable.name())) {
            this.secretNames.add(variable.name());
        }
        if (!value.isGiven()) {
            this.fixedValues.add(variable.name() + "=" + value.text());
        }
    }
}
