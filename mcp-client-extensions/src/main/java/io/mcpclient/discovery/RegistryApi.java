package io.mcpclient.discovery;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.mcpclient.discovery.internal.Access;
import io.mcpclient.discovery.internal.Document;
import io.mcpclient.discovery.internal.DocumentReader;
import io.mcpclient.discovery.internal.DocumentReader.Query;
import io.mcpclient.discovery.internal.LookupFailures;
import io.mcpclient.discovery.internal.MalformedDocumentException;
import io.mcpclient.discovery.internal.Members;
import io.mcpclient.text.SafeText;

/**
 * The API v0.1 of one registry.
 *
 * @see "REG-02 to REG-05, REG-09, REG-A9"
 */
final class RegistryApi {

    static final String OPERATION = "registry lookup";

    private static final int MAX_PAGE = 100;

    private static final int MAX_PAGES = 50;

    private static final int MAX_CURSOR = 1024;

    private static final Duration CONNECT = Duration.ofSeconds(5);

    private final McpRegistrySource source;

    private final McpRegistrySettings settings;

    private final DocumentReader reader;

    RegistryApi(McpRegistrySource source, McpRegistrySettings settings, DocumentReader reader) {
        this.source = source;
        this.settings = settings;
        this.reader = reader;
    }

    McpRegistrySource source() {
        return this.source;
    }

    Flux<McpRegistryEntry> list(McpRegistryQuery query) {
        return all("/v0.1/servers", parameters(query), query.includeInactive());
    }

    Mono<McpRegistryPage> page(McpRegistryQuery query, @Nullable String cursor) {
        return page("/v0.1/servers", parameters(query), cursor, query.includeInactive());
    }

    Flux<McpRegistryEntry> versions(String name) {
        return all("/v0.1/servers/" + encoded(name) + "/versions", Map.of(), true)
                .map(entry -> requireName(entry, name))
                .filter(entry -> !isDeleted(entry));
    }

    /** One version; empty if there is none. */
    Mono<McpRegistryEntry> get(McpServerReference server) {
        String path = "/v0.1/servers/" + encoded(server.name()) + "/versions/" + encoded(server.version());
        return read(path, Map.of(), document -> checked(document, server));
    }

    private McpRegistryEntry checked(Document document, McpServerReference server) {
        McpRegistryEntry entry;
        try {
            entry = McpRegistryEntry.of(Members.of(document.json()), this.source, document.isStale());
        } catch (MalformedDocumentException ex) {
            throw LookupFailures.malformed(OPERATION, described(server.toString()), ex);
        }
        requireName(entry, server.name());
        boolean isRequested = server.version().equals(McpServerReference.LATEST)
                || server.version().equals(entry.version());
        if (!isRequested) {
            throw LookupFailures.refused(
                    OPERATION,
                    described(server.toString()) + " has the version " + SafeText.excerpt(entry.version()),
                    "Report it to the operator of the registry.");
        }
        if (isDeleted(entry)) {
            String reason = (entry.statusMessage() != null) ? ": " + SafeText.excerpt(entry.statusMessage()) : "";
            throw LookupFailures.refused(
                    OPERATION, described(server.toString()) + " was deleted" + reason, "Choose another version.");
        }
        return entry;
    }

    private McpRegistryEntry requireName(McpRegistryEntry entry, String name) {
        if (!entry.name().equals(name)) {
            throw LookupFailures.refused(
                    OPERATION,
                    described(name) + " has the name " + SafeText.excerpt(entry.name()),
                    "Report it to the operator of the registry.");
        }
        return entry;
    }

    private static boolean isDeleted(McpRegistryEntry entry) {
        return entry.status().equals("deleted");
    }

    private String described(String server) {
        return "the entry " + SafeText.excerpt(server) + " of the registry " + this.source.name();
    }

    /** All pages, each when its entries are requested. */
    private Flux<McpRegistryEntry> all(String path, Map<String, String> parameters, boolean includeInactive) {
        return Flux.defer(() -> {
            Set<String> cursors = new HashSet<>();
            int[] entries = new int[1];
            return page(path, parameters, null, includeInactive)
                    .expand(page -> following(page, cursors)
                            ? page(path, parameters, page.nextCursor(), includeInactive)
                            : Mono.empty())
                    .concatMapIterable(McpRegistryPage::entries, 1)
                    .doOnNext(entry -> {
                        if (++entries[0] > this.settings.maxEntries()) {
                            throw tooMany(this.settings.maxEntries() + " entries");
                        }
                    });
        });
    }

    private boolean following(McpRegistryPage page, Set<String> cursors) {
        String cursor = page.nextCursor();
        if (cursor == null) {
            return false;
        }
        if (!cursors.add(cursor)) {
            throw LookupFailures.limit(
                    OPERATION,
                    "the registry " + this.source.name() + " repeats a cursor",
                    "Report it to the operator of the registry.");
        }
        if (cursors.size() >= MAX_PAGES) {
            throw tooMany(MAX_PAGES + " pages");
        }
        return true;
    }

    private RuntimeException tooMany(String what) {
        return LookupFailures.limit(
                OPERATION,
                "the registry " + this.source.name() + " has more than " + what + " for this query",
                "Search for a longer part of the name, or take fewer entries.");
    }

    private Mono<McpRegistryPage> page(
            String path, Map<String, String> parameters, @Nullable String cursor, boolean includeInactive) {
        Map<String, String> all = new LinkedHashMap<>(parameters);
        if (cursor != null) {
            all.put("cursor", cursor);
        }
        return read(path, all, document -> page(document, includeInactive));
    }

    private McpRegistryPage page(Document document, boolean includeInactive) {
        try {
            Members json = Members.of(document.json());
            List<McpRegistryEntry> entries = new ArrayList<>();
            List<String> problems = new ArrayList<>();
            for (Members each : json.objects("servers")) {
                add(each, document, includeInactive, entries, problems);
            }
            return new McpRegistryPage(entries, problems, cursor(json), document.isStale());
        } catch (MalformedDocumentException ex) {
            throw LookupFailures.malformed(OPERATION, "a page of the registry " + this.source.name(), ex);
        }
    }

    private void add(
            Members json,
            Document document,
            boolean includeInactive,
            List<McpRegistryEntry> entries,
            List<String> problems) {
        try {
            McpRegistryEntry entry = McpRegistryEntry.of(json, this.source, document.isStale());
            if (includeInactive || entry.active()) {
                entries.add(entry);
            }
        } catch (MalformedDocumentException ex) {
            problems.add("an entry " + ex.problem());
        }
    }

    private static @Nullable String cursor(Members json) {
        Members metadata = json.object("metadata");
        String cursor = (metadata != null) ? metadata.optionalText("nextCursor") : null;
        if (cursor != null && cursor.length() > MAX_CURSOR) {
            throw json.problem("metadata.nextCursor", "is longer than " + MAX_CURSOR + " characters");
        }
        return (cursor == null || cursor.isEmpty()) ? null : cursor;
    }

    private Map<String, String> parameters(McpRegistryQuery query) {
        Map<String, String> parameters = new LinkedHashMap<>();
        if (query.search() != null) {
            parameters.put("search", query.search());
        }
        if (query.version() != null) {
            parameters.put("version", query.version());
        }
        if (query.updatedSince() != null) {
            parameters.put("updated_since", query.updatedSince().toString());
        }
        if (query.includeInactive()) {
            parameters.put("include_deleted", "true");
        }
        parameters.put("limit", String.valueOf(Math.min(query.limit(), MAX_PAGE)));
        return parameters;
    }

    private <T> Mono<T> read(String path, Map<String, String> parameters, Function<Document, T> content) {
        StringBuilder url = new StringBuilder(this.source.base()).append(path);
        parameters.forEach((name, value) -> url.append(url.indexOf("?") < 0 ? '?' : '&')
                .append(name)
                .append('=')
                .append(encoded(value)));
        Access access =
                new Access(this.source.url(), false, Set.of(), this.source.sslContext(), this.source.proxy(), CONNECT);
        Query query = new Query(
                OPERATION, URI.create(url.toString()), List.of("application/json"), this.source.headers(), access);
        return this.reader.read(query, content);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("*", "%2A");
    }
}
