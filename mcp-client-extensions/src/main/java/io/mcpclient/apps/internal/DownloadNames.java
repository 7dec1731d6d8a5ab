package io.mcpclient.apps.internal;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Names of files that views let users download, from the last segment of a URI. What no file system and no shell interprets is left.
 *
 * @see "MCP Apps, downloads (APP-34)"
 */
public final class DownloadNames {

    private static final String DEFAULT = "download";

    private static final int MAX_LENGTH = 100;

    private static final Set<String> DEVICES = Set.of("con", "prn", "aux", "nul");

    private DownloadNames() {}

    /**
     * Returns a name.
     * @param uri URI of a resource, possibly {@code null} or malformed
     * @return a name of at most 100 letters, digits, dots, dashes and underscores
     */
    public static String of(@Nullable String uri) {
        String path = (uri != null) ? uri.split("[?#]", 2)[0] : "";
        String decoded = decoded(path.substring(path.lastIndexOf('/') + 1));
        String last = decoded.substring(Math.max(decoded.lastIndexOf('/'), decoded.lastIndexOf('\\')) + 1);
        String safe = last.replaceAll("[^A-Za-z0-9._-]", "_")
                .replaceAll("\\.{2,}", ".")
                .replaceAll("\\.$", "");
        String name = safe.substring(Math.max(safe.length() - MAX_LENGTH, 0)).replaceAll("^[.-]+", "");
        String stem = name.split("\\.", 2)[0].toLowerCase(Locale.ROOT);
        boolean isDevice = DEVICES.contains(stem) || stem.matches("(com|lpt)[0-9]");
        return (name.isEmpty() || isDevice) ? DEFAULT : name;
    }

    private static String decoded(String segment) {
        try {
            return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException ex) {
            return segment;
        }
    }
}
