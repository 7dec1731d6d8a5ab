package io.mcpclient.autoconfigure.apps;

import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.springframework.util.unit.DataSize;

import io.mcpclient.apps.McpAppPermission;
import io.mcpclient.apps.McpAppResources;
import io.mcpclient.apps.McpAppSettings;
import io.mcpclient.autoconfigure.properties.ExtensionProperties.Apps;
import io.mcpclient.error.McpConfigurationException;

/** Maps {@code mcp.extensions.apps}. */
final class AppsMapper {

    private static final String ALL_SERVERS = "";

    private static final String PREFIX = "mcp.extensions.apps.";

    private static final Pattern HASH = Pattern.compile("sha256:[0-9a-f]{64}");

    private AppsMapper() {}

    static McpAppSettings map(Apps apps) {
        return McpAppSettings.defaults()
                .withLocalDomains(apps.localDomains())
                .withPermissions(apps.permissions().stream()
                        .map(permission -> McpAppPermission.valueOf(permission.name()))
                        .collect(Collectors.toUnmodifiableSet()))
                .withAllowedHashes(hashes("allowed-hashes", apps.allowedHashes()))
                .withBlockedHashes(hashes("blocked-hashes", apps.blockedHashes()))
                .withResources(McpAppResources.valueOf(apps.resources().name()))
                .withMaxDocumentSize(size(apps.maxDocumentSize()));
    }

    /** A hash that matches nothing would block no document. */
    private static Set<String> hashes(String property, Set<String> hashes) {
        for (String hash : hashes) {
            if (!HASH.matcher(hash).matches()) {
                throw new McpConfigurationException(
                        ALL_SERVERS,
                        PREFIX + property,
                        "contains a text that is no hash of a document",
                        "Use sha256: and 64 lower-case hexadecimal digits, as in the message about a document.");
            }
        }
        return hashes;
    }

    private static int size(DataSize size) {
        long bytes = size.toBytes();
        if (bytes < 1 || bytes > Integer.MAX_VALUE) {
            throw new McpConfigurationException(
                    ALL_SERVERS,
                    PREFIX + "max-document-size",
                    "is " + bytes + " bytes",
                    "Set it to at least 1B and less than 2GB.");
        }
        return (int) bytes;
    }
}
