package io.mcpclient.apps.internal;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import io.mcpclient.support.net.Loopback;
import io.mcpclient.text.SafeText;

/**
 * The content security policy of one document, from the domains that its server declares. A domain is an origin and nothing else, so that
 * no declaration adds a directive or a keyword.
 *
 * @see "MCP Apps 2026-01-26, content security policy (APP-14 to APP-16)"
 */
public final class ContentSecurityPolicy {

    private static final String RESTRICTIVE = "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self'"
            + " 'unsafe-inline'; img-src 'self' data:; media-src 'self' data:; connect-src 'none'; object-src 'none'";

    private static final int MAX_LENGTH = 253;

    private static final Pattern ORIGIN = Pattern.compile("(https|wss|http|ws)://(\\*\\.)?"
            + "([a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*|\\[::1])(:[0-9]{1,5})?");

    private final int maxDomains;

    private final boolean localDomains;

    private final List<String> warnings = new ArrayList<>();

    private int domains;

    private ContentSecurityPolicy(int maxDomains, boolean localDomains) {
        this.maxDomains = maxDomains;
        this.localDomains = localDomains;
    }

    /**
     * A policy.
     *
     * @param value value of the header
     * @param warnings what was left out, and which domains are external
     */
    public record Result(String value, List<String> warnings) {}

    /**
     * Builds the policy.
     * @param declared {@code _meta.ui.csp} as plain JSON, {@code null} if it is absent
     * @param maxDomains maximum number of domains in all
     * @param localDomains whether {@code http} and {@code ws} are accepted for this machine
     * @return the policy; the restrictive default if nothing is declared, or no object
     */
    public static Result of(@Nullable Object declared, int maxDomains, boolean localDomains) {
        ContentSecurityPolicy policy = new ContentSecurityPolicy(maxDomains, localDomains);
        if (declared == null) {
            return new Result(RESTRICTIVE, List.of());
        }
        if (!(declared instanceof Map<?, ?> lists)) {
            return new Result(RESTRICTIVE, List.of("csp is not an object: nothing external is allowed"));
        }
        return new Result(policy.build(lists), List.copyOf(policy.warnings));
    }

    private String build(Map<?, ?> lists) {
        String connect = sources("connectDomains", lists);
        String resources = sources("resourceDomains", lists);
        String frames = sources("frameDomains", lists);
        String bases = sources("baseUriDomains", lists);
        return "default-src 'none'; script-src 'self' 'unsafe-inline'" + resources
                + "; style-src 'self' 'unsafe-inline'"
                + resources + "; connect-src 'self'" + connect + "; img-src 'self' data:" + resources
                + "; font-src 'self'" + resources + "; media-src 'self' data:" + resources + "; frame-src"
                + (frames.isEmpty() ? " 'none'" : frames) + "; object-src 'none'; base-uri"
                + (bases.isEmpty() ? " 'self'" : bases);
    }

    /** The accepted domains of a list, each after a space. */
    private String sources(String member, Map<?, ?> lists) {
        Object value = lists.get(member);
        if (value == null) {
            return "";
        }
        if (!(value instanceof Collection<?> values)) {
            this.warnings.add(member + " is not an array: ignored");
            return "";
        }
        Set<String> accepted = new LinkedHashSet<>();
        for (Object domain : values) {
            if (++this.domains > this.maxDomains) {
                this.warnings.add("more than " + this.maxDomains + " domains: the rest of " + member + " is dropped");
                break;
            }
            accept(member, domain, accepted);
        }
        if (!accepted.isEmpty()) {
            this.warnings.add("needs external domains, " + member + ": " + String.join(" ", accepted));
        }
        return accepted.isEmpty() ? "" : " " + String.join(" ", accepted);
    }

    private void accept(String member, @Nullable Object domain, Set<String> accepted) {
        String origin = (domain instanceof String text) ? text.toLowerCase(Locale.ROOT) : "";
        if (isOrigin(origin)) {
            accepted.add(origin);
        } else {
            this.warnings.add("dropped from " + member + ": " + SafeText.excerpt(String.valueOf(domain), 80));
        }
    }

    private boolean isOrigin(String text) {
        Matcher origin = (text.length() <= MAX_LENGTH) ? ORIGIN.matcher(text) : null;
        if (origin == null || !origin.matches()) {
            return false;
        }
        boolean isSecure = origin.group(1).equals("https") || origin.group(1).equals("wss");
        boolean isWildcard = origin.group(2) != null;
        String host = origin.group(3);
        if (isWildcard && host.indexOf('.') < 0) {
            return false; // a whole top-level domain
        }
        return isSecure || this.localDomains && !isWildcard && Loopback.isHost(host);
    }
}
