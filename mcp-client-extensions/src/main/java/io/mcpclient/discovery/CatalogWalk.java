package io.mcpclient.discovery;

import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.discovery.internal.Document;
import io.mcpclient.discovery.internal.LookupFailures;
import io.mcpclient.discovery.internal.MalformedDocumentException;
import io.mcpclient.discovery.internal.Members;
import io.mcpclient.error.McpException;
import io.mcpclient.text.SafeText;

/**
 * Reads the catalogs of one domain and those inside them, one after the other. For one subscription; not thread-safe, but its documents
 * arrive one at a time.
 *
 * @see "CRD-01, CRD-02, CRD-05 to CRD-08, CRD-A6"
 */
final class CatalogWalk {

    static final String OPERATION = "server discovery";

    static final int MAX_DEPTH = 4;

    private static final int MAX_DOCUMENTS = 20;

    private static final int MAX_ENTRIES = 1000;

    private static final long MAX_BYTES = 8 * 1024 * 1024;

    private static final int MAX_PROBLEMS = 100;

    private static final List<String> WELL_KNOWN = List.of("/.well-known/ai-catalog.json", "/.well-known/ard.json");

    private final URI domain;

    private final Function<URI, Mono<Document>> reader;

    private final Deque<Place> queue = new ArrayDeque<>();

    private final Set<URI> visited = new HashSet<>();

    private final List<Found> found = new ArrayList<>();

    private final List<String> problems = new ArrayList<>();

    private @Nullable RuntimeException failure;

    private int documents;

    private int catalogs;

    private int entries;

    private long bytes;

    /** A catalog to read. */
    private record Place(URI url, int depth) {}

    /**
     * An entry for a server card.
     *
     * @param card the card inside the entry, {@code null} if it has a URL
     * @param source the document that contains the entry
     */
    record Found(McpCatalogEntry entry, @Nullable McpServerCard card, Document source) {}

    CatalogWalk(URI domain, Function<URI, Mono<Document>> reader) {
        this.domain = domain;
        this.reader = reader;
    }

    Mono<McpDiscoveryResult> result() {
        WELL_KNOWN.forEach(path -> this.queue.add(new Place(this.domain.resolve(path), 0)));
        return rest().then(Mono.fromSupplier(this::finished));
    }

    private McpDiscoveryResult finished() {
        if (this.catalogs == 0) {
            throw (this.failure != null)
                    ? this.failure
                    : LookupFailures.unknown(
                            OPERATION,
                            SafeText.address(this.domain) + " has no catalog",
                            "Check the domain, or name the card of the server.");
        }
        return new McpDiscoveryResult(this.domain, Candidates.of(this.found, this::problem), this.problems);
    }

    private Mono<Void> rest() {
        Place place = this.queue.poll();
        if (place == null) {
            return Mono.empty();
        }
        if (!this.visited.add(place.url().normalize())) {
            problem("the catalog at " + SafeText.address(place.url()) + " is named more than once and was read once");
            return Mono.defer(this::rest);
        }
        if (this.documents == MAX_DOCUMENTS || this.bytes >= MAX_BYTES) {
            problem("more than " + MAX_DOCUMENTS + " catalogs or " + MAX_BYTES + " bytes: the rest was not read");
            this.queue.clear();
            return Mono.empty();
        }
        this.documents++;
        return this.reader
                .apply(place.url())
                .doOnNext(document -> add(document, place.depth()))
                .onErrorResume(McpException.class, error -> {
                    failed(error);
                    return Mono.empty();
                })
                .then(Mono.defer(this::rest));
    }

    /** Fails if a document is not a catalog; then it is not stored. */
    static Document checked(Document document) {
        try {
            McpCatalog.of(Members.of(document.json()), 0);
            return document;
        } catch (MalformedDocumentException ex) {
            throw LookupFailures.malformed(OPERATION, "the catalog at " + SafeText.address(document.url()), ex);
        }
    }

    private void failed(McpException error) {
        this.failure = (this.failure != null) ? this.failure : error;
        problem(error.problem());
    }

    private void problem(String problem) {
        if (this.problems.size() < MAX_PROBLEMS && !this.problems.contains(problem)) {
            this.problems.add(problem);
        }
    }

    private void add(Document document, int depth) {
        this.bytes += document.bytes();
        if (this.bytes > MAX_BYTES) {
            problem("the catalogs have more than " + MAX_BYTES + " bytes: the rest was not read");
            return;
        }
        add(Members.of(document.json()), document, depth);
    }

    private void add(Members json, Document document, int depth) {
        McpCatalog catalog = McpCatalog.of(json, MAX_ENTRIES - this.entries);
        this.catalogs++;
        this.entries += catalog.entries().size();
        catalog.problems().forEach(this::problem);
        for (McpCatalogEntry entry : catalog.entries()) {
            try {
                add(entry, document, depth);
            } catch (MalformedDocumentException ex) {
                problem("the entry " + SafeText.excerpt(entry.identifier()) + " " + ex.problem());
            }
        }
    }

    private void add(McpCatalogEntry entry, Document document, int depth) {
        Members data = Members.of(entry.json()).object("data");
        if (entry.type().equals(McpServerCard.MEDIA_TYPE)) {
            this.found.add(new Found(entry, (data != null) ? McpServerCard.of(data) : null, document));
        } else if (entry.type().equals(McpCatalog.MEDIA_TYPE)) {
            nested(entry, data, document, depth + 1);
        }
    }

    private void nested(McpCatalogEntry entry, @Nullable Members data, Document document, int depth) {
        if (depth > MAX_DEPTH) {
            problem("the catalog " + SafeText.excerpt(entry.identifier()) + " is nested more than " + MAX_DEPTH
                    + " levels deep and was not read");
        } else if (data != null) {
            add(data, document, depth);
        } else if (entry.url() != null) {
            this.queue.add(new Place(entry.url(), depth));
        }
    }
}
