package io.mcpclient.discovery;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.discovery.internal.Members;

/**
 * A package that contains a server, as a registry entry declares it. Untrusted: a {@link McpServerPlanner} checks it. Immutable.
 *
 * @param registryType kind of package, such as {@code npm}, {@code pypi}, {@code nuget}, {@code oci} or {@code mcpb}
 * @param identifier name of the package, reference of an image, or download URL, depending on the type
 * @param version exact version, {@code null} if the identifier has one
 * @param registryBaseUrl registry of the package, {@code null} for the one of the program that runs it
 * @param fileSha256 hash of the downloaded file, {@code null} for none
 * @param runtimeHint program that runs it, {@code null} for that of its type
 * @param runtimeArguments arguments of that program
 * @param packageArguments arguments of the package
 * @param environmentVariables environment variables of the package
 * @param transportType {@code stdio}, or a transport over HTTP
 * @param transportUrl URL of a transport over HTTP, {@code null} for none
 * @param json the complete package as plain JSON; unmodifiable
 */
public record McpPackage(
        String registryType,
        String identifier,
        @Nullable String version,
        @Nullable String registryBaseUrl,
        @Nullable String fileSha256,
        @Nullable String runtimeHint,
        List<McpPackageArgument> runtimeArguments,
        List<McpPackageArgument> packageArguments,
        List<McpInput> environmentVariables,
        String transportType,
        @Nullable String transportUrl,
        Map<String, @Nullable Object> json) {

    /** Copies the lists. */
    public McpPackage {
        runtimeArguments = List.copyOf(runtimeArguments);
        packageArguments = List.copyOf(packageArguments);
        environmentVariables = List.copyOf(environmentVariables);
    }

    static List<McpPackage> listOf(Members json) {
        List<McpPackage> packages = new ArrayList<>();
        for (Members each : json.objects("packages")) {
            packages.add(of(each));
        }
        return packages;
    }

    private static McpPackage of(Members json) {
        Members transport = json.object("transport");
        if (transport == null) {
            throw json.problem("transport", "is missing");
        }
        return new McpPackage(
                json.text("registryType"),
                json.text("identifier"),
                json.optionalText("version"),
                json.optionalText("registryBaseUrl"),
                json.optionalText("fileSha256"),
                json.optionalText("runtimeHint"),
                McpPackageArgument.listOf(json, "runtimeArguments"),
                McpPackageArgument.listOf(json, "packageArguments"),
                McpInput.named(json, "environmentVariables"),
                transport.text("type"),
                transport.optionalText("url"),
                json.json());
    }
}
