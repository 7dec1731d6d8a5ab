package io.mcpclient.error;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * One challenge of a {@code WWW-Authenticate} header. Untrusted text.
 *
 * @param scheme scheme in lower case, such as {@code bearer} or {@code dpop}
 * @param parameters parameters by their names in lower case, unquoted
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#section-11.6.1">RFC 9110: WWW-Authenticate</a>
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization">MCP: Authorization</a>
 */
public record McpChallenge(String scheme, Map<String, String> parameters) {

    private static final int MAX_LENGTH = 8 * 1024;

    /** Creates a challenge. */
    public McpChallenge {
        parameters = Map.copyOf(parameters);
    }

    /**
     * Parses the values of {@code WWW-Authenticate} in linear time.
     * @param headerValues one element per header line, each with any number of challenges
     * @return the challenges in order; empty if there are none, if none can be parsed, or if the lines exceed 8192
     *     characters in total
     */
    public static List<McpChallenge> parse(List<String> headerValues) {
        if (headerValues.stream().mapToLong(String::length).sum() > MAX_LENGTH) {
            return List.of();
        }
        return headerValues.stream()
                .flatMap(line -> ChallengeParser.parse(line).stream())
                .toList();
    }

    /**
     * Returns the {@code error} parameter.
     * @return for example {@code insufficient_scope}, or {@code null}
     */
    public @Nullable String error() {
        return this.parameters.get("error");
    }

    /**
     * Returns the server's description of the error.
     * @return untrusted text for developers, or {@code null}
     */
    public @Nullable String errorDescription() {
        return this.parameters.get("error_description");
    }

    /**
     * Returns the URL of the protected resource metadata.
     * @return the URL as received, or {@code null}
     */
    public @Nullable String resourceMetadata() {
        return this.parameters.get("resource_metadata");
    }

    /**
     * Returns the scopes that the server requests.
     * @return the scopes in order, without duplicates; empty if it lists none
     */
    public List<String> scopes() {
        String scope = this.parameters.get("scope");
        return (scope == null || scope.isBlank())
                ? List.of()
                : List.of(scope.strip().split(" +")).stream().distinct().toList();
    }
}
