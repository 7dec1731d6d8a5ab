package io.mcpclient.discovery;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import io.mcpclient.discovery.internal.MalformedDocumentException;
import io.mcpclient.discovery.internal.Members;
import io.mcpclient.text.SafeText;

/**
 * An AI catalog: a list of what a domain offers, among it MCP servers. All texts are untrusted. Immutable.
 *
 * @param specVersion version of its format, such as {@code 1.0}
 * @param hostName display name of its publisher, {@code null} for none
 * @param entries its valid entries, of all types
 * @param problems why other entries were left out, each printable
 * @param json the complete catalog as plain JSON; unmodifiable
 */
public record McpCatalog(
        String specVersion,
        @Nullable String hostName,
        List<McpCatalogEntry> entries,
        List<String> problems,
        Map<String, @Nullable Object> json) {

    /** Media type of catalogs. */
    public static final String MEDIA_TYPE = "application/ai-catalog+json";

    private static final Pattern VERSION = Pattern.compile("\\d{1,9}\\.\\d{1,9}");

    /** Copies the lists. */
    public McpCatalog {
        entries = List.copyOf(entries);
        problems = List.copyOf(problems);
    }

    /**
     * @param maxEntries number of entries after which the rest is left out
     * @throws MalformedDocumentException if it is not a catalog, or one of another major version
     */
    static McpCatalog of(Members json, int maxEntries) {
        String version = json.text("specVersion", VERSION, 20);
        if (!version.startsWith("1.")) {
            throw json.problem("specVersion", "is " + version + ", and this version reads 1.x only");
        }
        if (!json.has("entries")) {
            throw json.problem("entries", "is missing");
        }
        Members host = json.object("host");
        List<McpCatalogEntry> entries = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        List<Members> all = json.objects("entries");
        for (Members entry : all.subList(0, Math.min(all.size(), maxEntries))) {
            try {
                entries.add(McpCatalogEntry.of(entry));
            } catch (MalformedDocumentException ex) {
                problems.add("the catalog has an entry that " + ex.problem());
            }
        }
        if (all.size() > maxEntries) {
            problems.add("the catalog has " + all.size() + " entries, of which " + maxEntries + " were read");
        }
        String hostName = (host != null) ? host.text("displayName") : null;
        return new McpCatalog(version, hostName, entries, problems, json.json());
    }

    @Override
    public String toString() {
        return "McpCatalog[" + SafeText.excerpt(this.hostName) + ", entries=" + this.entries.size() + "]";
    }
}
