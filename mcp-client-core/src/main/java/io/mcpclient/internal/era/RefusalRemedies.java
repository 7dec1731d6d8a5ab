package io.mcpclient.internal.era;

import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import io.mcpclient.transport.HttpStatusException;

/**
 * Remedies for refusals that do not concern credentials, as one table.
 *
 * <table>
 * <caption>refusals, first match applies</caption>
 * <tr><th>status</th><th>explanation</th><th>remedy</th></tr>
 * <tr><td>413</td><td></td><td>smaller arguments, or a higher limit</td></tr>
 * <tr><td>421</td><td></td><td>another host name in the url</td></tr>
 * <tr><td>any</td><td>mentions a host or an origin</td><td>the same</td></tr>
 * </table>
 *
 * @see "MCP 2025-11-25, basic/transports, Security Warning (servers check Origin and Host); fault F17"
 */
final class RefusalRemedies {

    /** Remedy if there is no MCP endpoint at the address. */
    static final String NO_ENDPOINT = "Check the path of the url: most servers use /mcp, or /sse for HTTP+SSE.";

    private static final Pattern OF_HOST = Pattern.compile(
            "\\b(host|origin)( header)?\\b|\\bonly allowed at\\b|\\bdns rebinding\\b", Pattern.CASE_INSENSITIVE);

    private RefusalRemedies() {}

    static @Nullable String of(String serverName, HttpStatusException answer) {
        if (answer.status() == 413) {
            return "Send smaller arguments, or raise the limit of the server or of the proxy in front of it, such as"
                    + " client_max_body_size in nginx.";
        }
        return (answer.status() == 421) ? host(serverName) : ofHost(serverName, answer);
    }

    /** Remedy if the server does not accept the host name of the request; {@code null} if it does not say so. */
    static @Nullable String ofHost(String serverName, HttpStatusException answer) {
        String explanation = answer.explanation();
        return (explanation != null && OF_HOST.matcher(explanation).find()) ? host(serverName) : null;
    }

    private static String host(String serverName) {
        return "The server accepts only certain host names, as a protection against DNS rebinding. Use one of them in"
                + " mcp.servers." + serverName
                + ".url, such as localhost instead of 127.0.0.1, or allow this host name at the"
                + " server.";
    }
}
