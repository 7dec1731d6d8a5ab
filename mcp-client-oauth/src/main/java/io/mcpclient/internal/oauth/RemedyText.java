package io.mcpclient.internal.oauth;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Names properties in remedies as the configuration of a server has them: {@code auth.issuer} becomes {@code
 * mcp.servers.weather.auth.issuer}, so that a user can search for it. Names that are part of an address are left as they are.
 */
final class RemedyText {

    private static final Pattern PROPERTY = Pattern.compile("(?<![\\w./@-])auth\\.(?=[a-z])");

    private RemedyText() {}

    /** Returns the name of a property of a server, from its name after the prefix of the server. */
    static String property(String serverName, String key) {
        return "mcp.servers." + serverName + "." + key;
    }

    /** Returns a remedy in which the properties have the prefix of a server. */
    static @Nullable String of(String serverName, @Nullable String remedy) {
        return (remedy != null)
                ? PROPERTY.matcher(remedy)
                        .replaceAll(found -> Matcher.quoteReplacement(property(serverName, found.group())))
                : null;
    }
}
