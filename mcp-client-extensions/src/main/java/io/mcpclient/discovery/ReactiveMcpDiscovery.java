package io.mcpclient.discovery;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.regex.Pattern;

import reactor.core.publisher.Mono;

import io.mcpclient.discovery.internal.Access;
import io.mcpclient.discovery.internal.Document;
import io.mcpclient.discovery.internal.DocumentReader;
import io.mcpclient.discovery.internal.DocumentReader.Query;
import io.mcpclient.discovery.internal.LookupFailures;
import io.mcpclient.discovery.internal.MalformedDocumentException;
import io.mcpclient.discovery.internal.Members;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.text.SafeText;
import io.mcpclient.time.TimeSource;

/**
 * Reads AI catalogs and server cards without blocking, see {@link McpDiscovery}. Thread-safe; a publisher does nothing before it is
 * subscribed to, and fails with an {@link io.mcpclient.error.McpException}.
 */
public final class ReactiveMcpDiscovery {

    private static final String JSON = "application/json";

    private static final List<String> CATALOG_TYPES = List.of(McpCatalog.MEDIA_TYPE, JSON);

    private static final List<String> CARD_TYPES = List.of(McpServerCard.MEDIA_TYPE, JSON);

    private static final String CARD = "server card";

    private static final int REDIRECTS = 5;

    private static final int MAX_BYTES = 1024 * 1024;

    private static final int STORED = 256;

    private static final long STORED_BYTES = 16L * 1024 * 1024;

    private static final Duration CONNECT = Duration.ofSeconds(5);

    private static final Pattern DOMAIN = Pattern.compile("[A-Za-z0-9.-]+(?::\\d{1,5})?");

    private final McpDiscoverySettings settings;

    private final TimeSource time;

    private final DocumentReader reader;

    /**
     * Creates a discovery with an empty cache. Performs no I/O.
     * @param settings limits and addresses
     * @param time clock and timers, {@link TimeSource#system()} outside of tests
     */
    public ReactiveMcpDiscovery(McpDiscoverySettings settings, TimeSource time) {
        this.settings = settings;
        this.time = time;
        this.reader = new DocumentReader(
                new DocumentReader.Rules(
                        settings.timeout(),
                        MAX_BYTES,
                        REDIRECTS,
                        Duration.ofHours(1),
                        Duration.ofHours(24),
                        false,
                        STORED,
                        STORED_BYTES),
                time);
    }

    Duration limit() {
        return this.settings.totalTimeout();
    }

    /**
     * Reads the catalogs of a domain, and those that they name.
     * @param domain host name with an optional port, such as {@code example.com}, or an origin such as {@code http://localhost:8080}
     * @return the servers; fails if the domain has no catalog, or none can be read
     */
    public Mono<McpDiscoveryResult> discover(String domain) {
        return Mono.defer(() -> {
            URI origin = origin(domain);
            return new CatalogWalk(
                            origin,
                            url -> read(CatalogWalk.OPERATION, origin, url, CATALOG_TYPES, CatalogWalk::checked))
                    .result()
                    .timeout(this.settings.totalTimeout(), this.time.timers())
                    .onErrorMap(TimeoutException.class, ex -> tooLong(origin));
        });
    }

    private McpTimeoutException tooLong(URI origin) {
        Duration limit = this.settings.totalTimeout();
        return new McpTimeoutException(
                McpErrorDetails.ofNoServer(
                                CatalogWalk.OPERATION,
                                McpOutcome.NOT_SENT,
                                "the catalogs of " + SafeText.address(origin) + " were not read within "
                                        + limit.toMillis() + " ms")
                        .withRemedy("Check that the catalogs can be read, or raise mcp.discovery.total-timeout."),
                McpTimeoutException.TOTAL,
                limit);
    }

    private static URI origin(String domain) {
        String url = domain.contains("://") ? domain : "https://" + domain;
        try {
            URI origin = new URI(url);
            boolean isOrigin =
                    (origin.getRawPath() == null || origin.getRawPath().length() <= 1)
                            && origin.getRawQuery() == null
                            && origin.getRawFragment() == null;
            if (isOrigin
                    && DOMAIN.matcher(String.valueOf(origin.getRawAuthority())).matches()) {
                return origin.resolve("/");
            }
        } catch (URISyntaxException ex) {
            // the same problem
        }
        throw LookupFailures.invalid(
                "domain", "is not a domain: " + SafeText.excerpt(domain), "Use a name such as example.com.");
    }

    /**
     * Reads the card of a candidate; without a request if its entry contains the card.
     * @param candidate a server of a {@link McpDiscoveryResult}
     * @return the card
     */
    public Mono<McpCardDocument> card(McpServerCandidate candidate) {
        McpCardDocument inside = candidate.card();
        URI url = candidate.cardUrl();
        if (inside != null || url == null) {
            return Mono.justOrEmpty(inside);
        }
        return card(candidate.catalog().resolve("/"), url);
    }

    /**
     * Reads a card.
     * @param url URL of the card
     * @return the card; fails if there is none
     */
    public Mono<McpCardDocument> card(URI url) {
        return card(url, url);
    }

    /**
     * Reads the card at the place that is reserved for it next to a server: {@code <url>/server-card}.
     * @param server URL of a server with the transport Streamable HTTP
     * @return the card; empty if the server has none there
     */
    public Mono<McpCardDocument> cardOfServer(URI server) {
        String address = server.toString();
        URI url = URI.create((address.endsWith("/") ? address : address + "/") + "server-card");
        return read(CARD, url, url, CARD_TYPES, ReactiveMcpDiscovery::card);
    }

    private Mono<McpCardDocument> card(URI home, URI url) {
        return read(CARD, home, url, CARD_TYPES, ReactiveMcpDiscovery::card)
                .switchIfEmpty(Mono.error(() -> LookupFailures.unknown(
                        CARD, "there is no card at " + SafeText.address(url), "Check the URL of the card.")));
    }

    private static McpCardDocument card(Document document) {
        try {
            return new McpCardDocument(
                    McpServerCard.of(Members.of(document.json())),
                    document.url(),
                    document.fetchedAt(),
                    document.expiresAt(),
                    document.etag());
        } catch (MalformedDocumentException ex) {
            throw LookupFailures.malformed(CARD, "the card at " + SafeText.address(document.url()), ex);
        }
    }

    private <T> Mono<T> read(String operation, URI home, URI url, List<String> types, Function<Document, T> content) {
        Access access = new Access(
                home, true, this.settings.trustedOrigins(), this.settings.sslContext(), this.settings.proxy(), CONNECT);
        return this.reader.read(new Query(operation, url, types, Map.of(), access), content);
    }
}
