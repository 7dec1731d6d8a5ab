package io.mcpclient.error;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * One challenge of a {@code WWW-Authenticate} header: what a server asks for. Untrusted text.
 *
 * @param scheme scheme in lower case, such as {@code bearer} or {@code dpop}
 * @param parameters parameters by their names in lower case, unquoted
 * @see "RFC 9110, section 11.6.1; MCP 2026-07-28, basic/authorization (AUTH-05); fault H21"
 */
public record McpChallenge(String scheme, Map<String, String> parameters) {

    private static final int MAX_LENGTH = 8 * 1024;

    /** Creates a challenge. */
    public McpChallenge {
        parameters = Map.copyOf(parameters);
    }

    /**
     * Reads the values of {@code WWW-Authenticate}, in time that grows with their length and no faster.
     * @param headerValues one element for each line of the header, each with any number of challenges
     * @return the challenges in their order; empty if there are none, if nothing can be understood, or if the lines are longer
     *     than 8192 characters together
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
     * Returns the error that the server names.
     * @return for example {@code insufficient_scope}, or {@code null}
     */
    public @Nullable String error() {
        return this.parameters.get("error");
    }

    /**
     * Returns what the server says about the error.
     * @return untrusted text for developers, or {@code null}
     */
    public @Nullable String errorDescription() {
        return this.parameters.get("error_description");
    }

    /**
     * Returns where the metadata of the protected resource is.
     * @return the URL as it was sent, or {@code null}
     */
    public @Nullable String resourceMetadata() {
        return this.parameters.get("resource_metadata");
    }

    /**
     * Returns the scopes that the server asks for.
     * @return in their order, each once; empty if it names none
     */
    public List<String> scopes() {
        String scope = this.parameters.get("scope");
        return (scope == null || scope.isBlank())
                ? List.of()
                : List.of(scope.strip().split(" +")).stream().distinct().toList();
    }
}
