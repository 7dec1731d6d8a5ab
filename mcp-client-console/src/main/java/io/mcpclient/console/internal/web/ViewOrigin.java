package io.mcpclient.console.internal.web;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Determines the origin of views: another one than that of the console, at which the same application serves the outer frame of views, and
 * nothing else of the console. Two names of this machine are two origins. Immutable.
 *
 * <table>
 * <caption>first match applies</caption>
 * <tr><th>{@code mcp.console.apps.origin}</th><th>console at</th><th>views at</th></tr>
 * <tr><td>that of the console</td><td></td><td>nowhere</td></tr>
 * <tr><td>set</td><td></td><td>that origin</td></tr>
 * <tr><td>not set</td><td>{@code localhost}</td><td>{@code 127.0.0.1}</td></tr>
 * <tr><td>not set</td><td>{@code 127.0.0.1}</td><td>{@code localhost}</td></tr>
 * <tr><td>not set</td><td>any other host</td><td>nowhere</td></tr>
 * </table>
 */
public final class ViewOrigin {

    private static final Pattern ORIGIN =
            Pattern.compile("(https?://)([a-z0-9._-]{1,253}|\\[[0-9a-f:.]{2,45}])(:[0-9]{1,5})?");

    private static final Map<String, String> COUNTERPARTS = Map.of("localhost", "127.0.0.1", "127.0.0.1", "localhost");

    private final @Nullable String configured;

    private ViewOrigin(@Nullable String configured) {
        this.configured = configured;
    }

    /**
     * Creates an instance.
     * @param configured an origin, or {@code null} for that of another name of this machine
     * @return the instance, {@code null} if the text is no origin
     */
    public static @Nullable ViewOrigin of(@Nullable String configured) {
        String origin = (configured != null) ? configured.toLowerCase(Locale.ROOT) : null;
        return (origin == null || ORIGIN.matcher(origin).matches()) ? new ViewOrigin(origin) : null;
    }

    /** Returns the origin of views for a console at an origin, {@code null} if there is none. */
    public @Nullable String forConsole(@Nullable String console) {
        Matcher origin = ORIGIN.matcher((console != null) ? console.toLowerCase(Locale.ROOT) : "");
        if (!origin.matches() || origin.group().equals(this.configured)) {
            return null;
        }
        if (this.configured != null) {
            return this.configured;
        }
        String counterpart = COUNTERPARTS.get(origin.group(2));
        String port = (origin.group(3) != null) ? origin.group(3) : "";
        return (counterpart != null) ? origin.group(1) + counterpart + port : null;
    }

    /** Returns whether views of a console at an origin are at a host, which may not know its scheme behind a proxy. */
    boolean isFor(@Nullable String console, @Nullable String host) {
        String views = forConsole(console);
        return views != null && Hosts.isAt(views, host);
    }

    /** Returns whether a host is for views alone. */
    boolean isOnlyForViews(@Nullable String host) {
        return this.configured != null && Hosts.isAt(this.configured, host);
    }
}
