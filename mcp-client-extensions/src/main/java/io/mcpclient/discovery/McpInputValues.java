package io.mcpclient.discovery;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Source of the values that plans need, such as {@code mcp.inputs}. Called on the thread that creates the plan; may not block if that
 * thread may not. Values are never logged.
 */
@FunctionalInterface
public interface McpInputValues {

    /**
     * Returns the value of an input.
     * @param request the input
     * @return the value; {@code null} or empty if there is none
     */
    @Nullable
    String value(McpInputRequest request);

    /**
     * Returns the values of an argument that may be repeated.
     * @param request the input
     * @return the values in order, by default the only one
     */
    default List<String> values(McpInputRequest request) {
        String value = value(request);
        return (value != null && !value.isEmpty()) ? List.of(value) : List.of();
    }

    /**
     * Returns a source without values.
     * @return the source
     */
    static McpInputValues none() {
        return request -> null;
    }

    /**
     * Returns a source of fixed values.
     * @param values values by name; {@code region} is also the value of an argument {@code --region}
     * @return the source
     */
    static McpInputValues of(Map<String, String> values) {
        Map<String, String> copy = Map.copyOf(values);
        return request -> {
            String exact = copy.get(request.name());
            return (exact != null) ? exact : copy.get(request.name().replaceFirst("^-+", ""));
        };
    }

    /**
     * Returns a source that gives secrets to one origin only. Use it for secrets that were entered for a card: if a later card names
     * another server, they count as missing.
     * @param origin URL of the server that the secrets were entered for; its path has no effect
     * @return the source
     */
    default McpInputValues forSecretsOf(URI origin) {
        String expected = origin(origin);
        return request -> {
            boolean isSecret = request.input().hasSecret();
            return (!isSecret || expected.equals(request.origin())) ? value(request) : null;
        };
    }

    /** Scheme, host and port; a standard port is omitted. */
    static String origin(URI url) {
        String scheme = String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT);
        int standard = scheme.equals("http") ? 80 : 443;
        String port = (url.getPort() < 0 || url.getPort() == standard) ? "" : ":" + url.getPort();
        return scheme + "://" + String.valueOf(url.getHost()).toLowerCase(Locale.ROOT) + port;
    }
}
