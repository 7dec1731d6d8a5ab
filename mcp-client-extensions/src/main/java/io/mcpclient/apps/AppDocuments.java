package io.mcpclient.apps;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import reactor.core.publisher.Mono;

import io.mcpclient.apps.internal.ContentSecurityPolicy;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpProtocolException.Reason;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.extension.McpExtensionContext;
import io.mcpclient.schema.BlobResourceContents;
import io.mcpclient.schema.ResourceContents;
import io.mcpclient.schema.TextResourceContents;
import io.mcpclient.support.Loggers;
import io.mcpclient.support.store.Digest;
import io.mcpclient.text.SafeText;

/**
 * Reads documents of views, and decides how they are shown.
 *
 * <table>
 * <caption>a result of {@code resources/read}, first match applies</caption>
 * <tr><th>result</th><th>reaction</th></tr>
 * <tr><td>not exactly one content item, another URI, another type</td><td>not shown</td></tr>
 * <tr><td>empty, not Base64, more than the limit</td><td>not shown</td></tr>
 * <tr><td>another hash than the pinned one, a blocked one, one that is not allowed</td><td>not shown</td></tr>
 * <tr><td>any other</td><td>shown, with the policy of {@code _meta.ui} of the item, or else of the entry in the list</td></tr>
 * </table>
 *
 * @see "MCP Apps 2026-01-26 (APP-10 to APP-17, APP-40)"
 */
final class AppDocuments {

    private static final Logger logger = Loggers.TOOLS;

    /** No {@code allow-same-origin}: the document gets an origin of its own (APP-19). */
    private static final String SANDBOX = "allow-scripts allow-forms";

    private static final int MAX_DOMAIN = 253;

    private static final int MAX_PINS = 10_000;

    private final McpAppSettings settings;

    private final AppErrors errors;

    private final AppCalls calls;

    private final Map<String, String> pins = new ConcurrentHashMap<>();

    AppDocuments(McpExtensionContext context, McpAppSettings settings, AppCalls calls) {
        this.settings = settings;
        this.errors = new AppErrors(context.serverName());
        this.calls = calls;
    }

    Mono<McpAppDocument> read(McpAppView view, McpCallOptions options) {
        String uri = view.resourceUri();
        return this.calls.read(uri, options).flatMap(result -> {
            ResourceContents item = item(uri, result.contents());
            String html = html(uri, item);
            String hash = "sha256:" + Digest.of(html.getBytes(StandardCharsets.UTF_8));
            checkHash(uri, hash);
            Object own = ui(item.meta());
            Mono<Map<?, ?>> declared = (own instanceof Map<?, ?> members)
                    ? Mono.just(members)
                    : this.calls
                            .listed(uri, options)
                            .<Map<?, ?>>map(
                                    resource -> (ui(resource.meta()) instanceof Map<?, ?> members) ? members : Map.of())
                            .defaultIfEmpty(Map.of());
            return declared.map(members -> document(uri, html, hash, members));
        });
    }

    private static @Nullable Object ui(@Nullable Map<String, Object> meta) {
        return (meta != null) ? meta.get("ui") : null;
    }

    private ResourceContents item(String uri, List<ResourceContents> contents) {
        if (contents.size() != 1) {
            throw this.errors.unusable(
                    uri, "was read with " + contents.size() + " content items instead of one", Reason.MALFORMED);
        }
        ResourceContents item = contents.get(0);
        if (!uri.equals(item.uri())) {
            throw this.errors.unusable(uri, "was read with the content of another URI", Reason.MALFORMED);
        }
        if (!isView(item.mimeType())) {
            throw this.errors.unusable(
                    uri, "has the type " + SafeText.excerpt(String.valueOf(item.mimeType()), 80), Reason.CONTENT_TYPE);
        }
        return item;
    }

    /** Compared without case and spaces around the semicolon. */
    private static boolean isView(@Nullable String mimeType) {
        return mimeType != null
                && String.join(
                                ";",
                                Arrays.stream(mimeType.split(";", -1))
                                        .map(String::strip)
                                        .toList())
                        .toLowerCase(Locale.ROOT)
                        .equals(McpAppsExtension.MIME_TYPE);
    }

    private String html(String uri, ResourceContents item) {
        String html = text(uri, item);
        int limit = this.settings.maxDocumentSize();
        if (html.isBlank()) {
            throw this.errors.unusable(uri, "is empty", Reason.MALFORMED);
        }
        if (html.length() > limit || html.getBytes(StandardCharsets.UTF_8).length > limit) {
            throw this.errors.unusable(
                    uri, "is larger than " + limit + " bytes, the limit apps.max-document-size", Reason.LIMIT);
        }
        return html;
    }

    private String text(String uri, ResourceContents item) {
        if (item instanceof TextResourceContents text) {
            return text.text();
        }
        if (!(item instanceof BlobResourceContents blob)) {
            throw this.errors.unusable(uri, "has no content", Reason.MALFORMED);
        }
        if (blob.blob().length() / 4 * 3 > this.settings.maxDocumentSize() + 2) {
            throw this.errors.unusable(
                    uri,
                    "is larger than " + this.settings.maxDocumentSize() + " bytes, the limit apps.max-document-size",
                    Reason.LIMIT);
        }
        try {
            return new String(blob.bytes(), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException ex) {
            throw this.errors.unusable(uri, "was read with data that is not Base64", Reason.MALFORMED);
        }
    }

    private void checkHash(String uri, String hash) {
        String pinned = this.pins.get(uri);
        if (pinned != null && !pinned.equals(hash)) {
            throw this.errors.unusable(
                    uri, "has changed since it was reviewed: " + hash + " instead of " + pinned, Reason.VERIFICATION);
        }
        Set<String> allowed = this.settings.allowedHashes();
        if (this.settings.blockedHashes().contains(hash) || !allowed.isEmpty() && !allowed.contains(hash)) {
            throw this.errors.rejected(
                    AppErrors.READ,
                    SafeText.excerpt(uri) + " is not shown: its hash " + hash + " is not allowed",
                    "Review the document, and allow its hash.",
                    McpRejectedException.Reason.DENIED);
        }
    }

    void pin(McpAppDocument document) {
        if (this.pins.size() >= MAX_PINS && !this.pins.containsKey(document.uri())) {
            throw this.errors.rejected(
                    AppErrors.PIN,
                    "more than " + MAX_PINS + " documents are pinned",
                    "Forget pins of documents that are not shown any longer.",
                    McpRejectedException.Reason.OVERLOAD);
        }
        this.pins.put(document.uri(), document.sha256());
    }

    void unpin(String uri) {
        this.pins.remove(uri);
    }

    private McpAppDocument document(String uri, String html, String hash, Map<?, ?> ui) {
        ContentSecurityPolicy.Result policy =
                ContentSecurityPolicy.of(ui.get("csp"), this.settings.maxDomains(), this.settings.localDomains());
        List<String> warnings = new ArrayList<>(policy.warnings());
        String domain = null;
        if (ui.get("domain") instanceof String wanted) {
            if (wanted.length() <= MAX_DOMAIN) {
                domain = SafeText.excerpt(wanted, MAX_DOMAIN);
            } else {
                warnings.add("dropped the domain, which has more than " + MAX_DOMAIN + " characters");
            }
        }
        report(uri, policy, warnings);
        return new McpAppDocument(
                this.errors.server(),
                uri,
                html,
                hash,
                policy.value(),
                SANDBOX,
                granted(ui.get("permissions")),
                (ui.get("prefersBorder") instanceof Boolean border) ? border : null,
                domain,
                warnings);
    }

    private void report(String uri, ContentSecurityPolicy.Result policy, List<String> warnings) {
        logger.debug(
                "MCP server \"{}\": the policy of view {} is: {}",
                this.errors.server(),
                SafeText.excerpt(uri),
                policy.value());
        if (!warnings.isEmpty()) {
            logger.warn(
                    "MCP server \"{}\": view {}: {}",
                    this.errors.server(),
                    SafeText.excerpt(uri),
                    SafeText.excerpt(String.join("; ", warnings), 1000));
        }
    }

    /** Requested with an object each, and granted by the settings. */
    private Set<McpAppPermission> granted(@Nullable Object requested) {
        Set<McpAppPermission> granted = EnumSet.noneOf(McpAppPermission.class);
        if (requested instanceof Map<?, ?> members) {
            for (McpAppPermission permission : this.settings.permissions()) {
                if (members.get(permission.member()) instanceof Map<?, ?>) {
                    granted.add(permission);
                }
            }
        }
        return granted;
    }
}
