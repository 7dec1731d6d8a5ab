package io.mcpclient.discovery;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.discovery.internal.Members;
import io.mcpclient.text.SafeText;

/**
 * One version of a server in a registry. All texts are untrusted. Immutable.
 *
 * @param registry configured name of the registry
 * @param registryUrl configured base URL of the registry
 * @param name reverse domain name and name, such as {@code com.example/orders}
 * @param version exact version
 * @param description one sentence
 * @param title display name, {@code null} for none
 * @param repositoryUrl URL of the source, {@code null} for none
 * @param status {@code active}, {@code deprecated}, {@code deleted} or another text; {@code active} if the registry does not say
 * @param statusMessage reason for the status, {@code null} for none
 * @param latest whether it is the latest version; {@code false} if the registry does not say
 * @param packages packages that contain the server
 * @param remotes how the server is reached over HTTP
 * @param warnings what a person should know before using it, each printable
 * @param stale whether it comes from the cache because the registry is not available
 * @param json the complete entry as plain JSON, with {@code server} and {@code _meta}; unmodifiable
 * @see "The MCP Registry, API v0.1"
 */
public record McpRegistryEntry(
        String registry,
        URI registryUrl,
        String name,
        String version,
        String description,
        @Nullable String title,
        @Nullable String repositoryUrl,
        String status,
        @Nullable String statusMessage,
        boolean latest,
        List<McpPackage> packages,
        List<McpServerRemote> remotes,
        List<String> warnings,
        boolean stale,
        Map<String, @Nullable Object> json) {

    private static final String OFFICIAL = "io.modelcontextprotocol.registry/official";

    private static final String ACTIVE = "active";

    /** Copies the lists. */
    public McpRegistryEntry {
        packages = List.copyOf(packages);
        remotes = List.copyOf(remotes);
        warnings = List.copyOf(warnings);
    }

    /** @throws io.mcpclient.discovery.internal.MalformedDocumentException if it is not an entry */
    static McpRegistryEntry of(Members json, McpRegistrySource source, boolean isStale) {
        Members server = json.object("server");
        if (server == null) {
            throw json.problem("server", "is missing");
        }
        Members meta = json.object("_meta");
        Members official = (meta != null) ? meta.object(OFFICIAL) : null;
        Members repository = server.object("repository");
        String name = ServerNames.name(server);
        String repositoryUrl = (repository != null) ? repository.optionalText("url") : null;
        String status = optional(official, "status");
        String message = optional(official, "statusMessage");
        return new McpRegistryEntry(
                source.name(),
                source.url(),
                name,
                ServerNames.version(server),
                ServerNames.description(server),
                server.optionalText("title"),
                repositoryUrl,
                (status != null) ? status : ACTIVE,
                message,
                official != null && official.flag("isLatest"),
                McpPackage.listOf(server),
                McpServerRemote.listOf(server),
                warnings(name, repositoryUrl, status, message, isStale),
                isStale,
                json.json());
    }

    private static @Nullable String optional(@Nullable Members members, String name) {
        return (members != null) ? members.optionalText(name) : null;
    }

    private static List<String> warnings(
            String name,
            @Nullable String repository,
            @Nullable String status,
            @Nullable String message,
            boolean isStale) {
        List<String> warnings = new ArrayList<>();
        if (status != null && !status.equals(ACTIVE)) {
            String reason = (message != null) ? ": " + SafeText.excerpt(message) : "";
            warnings.add("its status is " + SafeText.excerpt(status, 64) + reason);
        }
        if (isStale) {
            warnings.add("it comes from the cache, because the registry is not available");
        }
        if (repository != null && !fits(name, repository)) {
            warnings.add("its namespace does not appear in the URL of its repository, " + SafeText.excerpt(repository));
        }
        return warnings;
    }

    /** Whether the owner in the namespace, such as {@code acme} in {@code io.github.acme} and {@code com.acme}, is part of the URL. */
    private static boolean fits(String name, String repository) {
        String namespace = name.substring(0, name.indexOf('/'));
        String owner = namespace.substring(namespace.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        return repository.toLowerCase(Locale.ROOT).contains(owner);
    }

    /**
     * Returns whether the version is active.
     * @return {@code false} if it is deprecated, deleted, or of an unknown status
     */
    public boolean active() {
        return this.status.equals(ACTIVE);
    }

    @Override
    public String toString() {
        return "McpRegistryEntry[" + SafeText.excerpt(this.name) + " " + SafeText.excerpt(this.version) + " in "
                + this.registry + "]";
    }
}
