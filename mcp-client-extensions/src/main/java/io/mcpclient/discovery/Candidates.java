package io.mcpclient.discovery;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import io.mcpclient.discovery.CatalogWalk.Found;
import io.mcpclient.discovery.internal.SemanticVersion;
import io.mcpclient.text.SafeText;

/**
 * Chooses one entry for each identifier and describes it. An entry of the publisher's own domain takes precedence over those that other
 * domains publish under its identifier, then the highest semantic version, then the latest change.
 *
 * @see "CRD-09, CRD-10, CRD-A9"
 */
final class Candidates {

    private static final Comparator<Found> ORDER = Comparator.comparing(Candidates::isOfPublisher)
            .thenComparing(
                    found -> SemanticVersion.of(found.entry().version()),
                    Comparator.nullsFirst(Comparator.naturalOrder()))
            .thenComparing(Candidates::updatedAt, Comparator.nullsFirst(Comparator.naturalOrder()));

    private Candidates() {}

    static List<McpServerCandidate> of(List<Found> all, Consumer<String> problems) {
        Map<String, Found> chosen = new LinkedHashMap<>();
        for (Found found : all) {
            chosen.merge(found.entry().identifier(), found, (one, other) -> {
                if (isOfPublisher(one) != isOfPublisher(other)) {
                    problems.accept("the entry " + SafeText.excerpt(one.entry().identifier())
                            + " is also published by a domain other than that of its identifier, which was ignored");
                }
                return (ORDER.compare(other, one) > 0) ? other : one;
            });
        }
        return chosen.values().stream().map(Candidates::candidate).toList();
    }

    private static McpServerCandidate candidate(Found found) {
        McpCatalogEntry entry = found.entry();
        McpServerCard card = found.card();
        McpCardDocument document = (card == null)
                ? null
                : new McpCardDocument(
                        card,
                        found.source().url(),
                        found.source().fetchedAt(),
                        found.source().expiresAt(),
                        found.source().etag());
        return new McpServerCandidate(
                SafeText.excerpt(entry.identifier()),
                SafeText.excerpt(name(entry, card)),
                publisher(found),
                (entry.version() != null) ? SafeText.excerpt(entry.version()) : null,
                entry.url(),
                document,
                found.source().url(),
                entry,
                warnings(found));
    }

    private static String name(McpCatalogEntry entry, @Nullable McpServerCard card) {
        if (entry.displayName() != null && !entry.displayName().isBlank()) {
            return entry.displayName();
        }
        if (card != null && card.title() != null) {
            return card.title();
        }
        String[] parts = entry.identifier().split("[:/]");
        return (parts.length > 0) ? parts[parts.length - 1] : entry.identifier();
    }

    private static String host(Found found) {
        return String.valueOf(found.source().url().getHost()).toLowerCase(Locale.ROOT);
    }

    private static String publisher(Found found) {
        String domain = found.entry().publisherDomain();
        return (domain != null) ? domain : host(found);
    }

    private static boolean isOfPublisher(Found found) {
        String publisher = publisher(found);
        return host(found).equals(publisher) || host(found).endsWith("." + publisher);
    }

    private static @Nullable Instant updatedAt(Found found) {
        String text = found.entry().updatedAt();
        try {
            return (text != null) ? OffsetDateTime.parse(text).toInstant() : null;
        } catch (DateTimeException ex) {
            return null;
        }
    }

    private static List<String> warnings(Found found) {
        List<String> warnings = new ArrayList<>();
        McpCatalogEntry entry = found.entry();
        if (!isOfPublisher(found)) {
            warnings.add("its identifier names " + publisher(found) + ", but it was published by " + host(found));
        }
        String shown = entry.identifier() + name(entry, found.card());
        if (shown.chars().anyMatch(c -> c > 0x7e)) {
            warnings.add("its name has letters outside of ASCII, which can imitate another name");
        }
        if (publisher(found).contains("xn--")) {
            warnings.add("the domain of its publisher has letters outside of ASCII, which can imitate another domain");
        }
        return warnings;
    }
}
