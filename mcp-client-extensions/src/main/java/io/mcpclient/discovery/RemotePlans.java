package io.mcpclient.discovery;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import io.mcpclient.discovery.InputResolver.Value;
import io.mcpclient.discovery.internal.LookupFailures;
import io.mcpclient.discovery.internal.MalformedDocumentException;
import io.mcpclient.discovery.internal.UrlTemplate;
import io.mcpclient.settings.McpHttpTransportType;
import io.mcpclient.support.net.ForbiddenUrlException;
import io.mcpclient.support.net.McpNetworkPolicy;
import io.mcpclient.text.HeaderSyntax;
import io.mcpclient.text.SafeText;

/**
 * Plans for servers at a URL.
 *
 * @see "CRD-14, CRD-18 to CRD-24, CRD-A2, CRD-A7, CRD-A8; REG-27, REG-A12"
 */
final class RemotePlans {

    private static final String OPERATION = "server plan";

    private static final String AUTHORIZATION = "authorization";

    /** Headers of the client and of HTTP, by name in lower case; those that begin with {@code mcp-}, {@code proxy-} or {@code sec-} too. */
    private static final Set<String> OWNED = Set.of(
            "host",
            "cookie",
            "connection",
            "keep-alive",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "content-length",
            "content-type",
            "content-encoding",
            "accept",
            "accept-encoding",
            "expect",
            "forwarded",
            "last-event-id",
            "origin",
            "via");

    private final McpPlanSettings settings;

    private final Described server;

    private final InputResolver inputs;

    private final List<String> warnings;

    private final Set<String> secretNames = new LinkedHashSet<>();

    private final List<String> fixedValues = new ArrayList<>();

    /** What a plan is for. */
    record Described(String source, String name, String version, List<String> warnings) {

        String text() {
            return SafeText.excerpt(this.name) + "@" + SafeText.excerpt(this.version);
        }
    }

    RemotePlans(McpPlanSettings settings, Described server, McpInputValues values) {
        this.settings = settings;
        this.server = server;
        this.inputs = new InputResolver(values);
        this.warnings = new ArrayList<>(server.warnings());
    }

    McpServerPlan plan(List<McpServerRemote> remotes) {
        McpServerRemote remote = chosen(remotes);
        UrlTemplate template = template(remote);
        String filled = filled(template, remote);
        URI url = this.inputs.isComplete() ? checked(filled) : null;
        Map<String, String> headers = headers(remote, (url != null) ? McpInputValues.origin(url) : null);
        this.inputs.requireComplete(this.server.text());
        URI target = (url != null) ? url : checked(filled);
        String shown = McpServerPlan.shown(
                this.server.text(), List.of(this.inputs.masked(target.toString())), headers.keySet());
        return new McpServerPlan(
                this.server.source(),
                this.server.name(),
                this.server.version(),
                target,
                remote.type().equals(McpServerRemote.SSE)
                        ? McpHttpTransportType.SSE
                        : McpHttpTransportType.STREAMABLE_HTTP,
                headers,
                List.of(),
                Map.of(),
                this.secretNames,
                remote.supportedProtocolVersions(),
                !isTrusted(target),
                false,
                digest(remote, target, headers),
                this.warnings,
                shown);
    }

    private McpServerRemote chosen(List<McpServerRemote> remotes) {
        for (String type : List.of(McpServerRemote.STREAMABLE_HTTP, McpServerRemote.SSE)) {
            for (McpServerRemote remote : remotes) {
                if (remote.type().equals(type)) {
                    return remote;
                }
            }
        }
        List<String> types = remotes.stream()
                .map(remote -> SafeText.excerpt(remote.type(), 64))
                .toList();
        throw LookupFailures.unsupported(
                OPERATION,
                this.server.text() + " has no remote of the type streamable-http or sse, but " + types,
                "Ask its publisher how to reach it.");
    }

    private UrlTemplate template(McpServerRemote remote) {
        try {
            return new UrlTemplate(remote.url());
        } catch (MalformedDocumentException ex) {
            throw LookupFailures.malformed(OPERATION, this.server.text(), ex);
        }
    }

    private String filled(UrlTemplate template, McpServerRemote remote) {
        String fixed = template.fixedOrigin();
        String origin = (fixed != null) ? originOf(fixed) : null;
        return template.filled(name -> {
            McpInput variable = remote.variables().get(name);
            if (variable == null) {
                throw LookupFailures.refused(
                        OPERATION,
                        this.server.text() + " has a url with the variable {" + SafeText.excerpt(name, 64)
                                + "}, which it does not declare",
                        "Report it to its publisher.");
            }
            Value value = this.inputs.value(variable, "url", origin);
            String problem = (value != null) ? template.problem(name, value.text()) : null;
            if (problem != null) {
                this.inputs.problem("url " + SafeText.excerpt(name, 64), problem);
            }
            if (value == null && !variable.required()) {
                this.inputs.problem("url " + SafeText.excerpt(name, 64), "is missing");
            }
            return (value != null && problem == null) ? value.text() : null;
        });
    }

    private static @Nullable String originOf(String url) {
        try {
            return McpInputValues.origin(URI.create(url));
        } catch (IllegalArgumentException ex) {
            return null;
        }
    }

    private URI checked(String url) {
        try {
            return McpNetworkPolicy.checkServer(
                    url, "the url of " + this.server.text(), this.settings.trustedOrigins());
        } catch (ForbiddenUrlException ex) {
            throw LookupFailures.refused(
                    OPERATION,
                    SafeText.excerpt(ex.getMessage()) + ": " + this.inputs.masked(withoutUser(url)),
                    "If the address is intended, add its origin to the trusted origins.");
        }
    }

    private static String withoutUser(String url) {
        return url.replaceFirst("//[^/?#]*@", "//***@");
    }

    private boolean isTrusted(URI url) {
        String origin = McpInputValues.origin(url);
        return this.settings.trustedOrigins().stream()
                .anyMatch(trusted -> McpInputValues.origin(trusted).equals(origin));
    }

    private Map<String, String> headers(McpServerRemote remote, @Nullable String origin) {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (McpInput header : remote.headers()) {
            checkName(header);
            String place = "header " + header.name();
            Value value = this.inputs.value(header, place, origin);
            if (value != null && isValid(header.name(), value.text(), place)) {
                headers.put(header.name(), value.text());
                if (value.isSecret() || header.hasSecret()) {
                    this.secretNames.add(header.name());
                }
                if (!value.isGiven()) {
                    this.fixedValues.add(header.name() + ": " + value.text());
                }
                warnOfCredentials(header, value);
            }
        }
        return headers;
    }

    private void checkName(McpInput header) {
        String name = header.name().toLowerCase(Locale.ROOT);
        boolean isOwned = OWNED.contains(name)
                || name.startsWith("mcp-")
                || name.startsWith("proxy-")
                || name.startsWith("sec-")
                || (name.equals(AUTHORIZATION) && !header.hasSecret());
        if (isOwned || !HeaderSyntax.isName(name)) {
            throw LookupFailures.refused(
                    OPERATION,
                    this.server.text() + " declares the header " + SafeText.excerpt(header.name(), 64)
                            + (name.equals(AUTHORIZATION) ? ", but not as a secret" : ", which it may not set"),
                    "Report it to its publisher.");
        }
    }

    private boolean isValid(String name, String value, String place) {
        try {
            HeaderSyntax.check(name, value);
            return true;
        } catch (IllegalArgumentException ex) {
            this.inputs.problem(place, String.valueOf(ex.getMessage()));
            return false;
        }
    }

    private void warnOfCredentials(McpInput header, Value value) {
        if (header.name().equalsIgnoreCase(AUTHORIZATION)) {
            this.warnings.add(
                    value.isGiven()
                            ? "it gets credentials in the header Authorization"
                            : "its publisher has fixed the credentials in the header Authorization");
        }
    }

    private String digest(McpServerRemote remote, URI url, Map<String, String> headers) {
        return new PlanDigest()
                .addAll(List.of("remote", this.server.source(), this.server.name(), this.server.version()))
                .addAll(List.of(remote.type(), remote.url(), McpInputValues.origin(url)))
                .addAll(headers.keySet().stream()
                        .map(name -> name.toLowerCase(Locale.ROOT))
                        .toList())
                .addAll(this.fixedValues)
                .toString();
    }
}
