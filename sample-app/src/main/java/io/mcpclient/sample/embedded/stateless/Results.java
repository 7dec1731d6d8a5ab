package io.mcpclient.sample.embedded.stateless;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Makes results, each with its kind and with what the server says about itself.
 *
 * @see "MCP 2026-07-28, basic/index, Result Responses; server/utilities/caching"
 */
final class Results {

    /** What never changes while the application runs. */
    static final Duration LONG = Duration.ofHours(1);

    /** What others may change; who listens is told. */
    static final Duration SHORT = Duration.ofMinutes(1);

    /** What may be another already. */
    static final Duration NONE = Duration.ZERO;

    /** What the server says about itself. */
    static final Map<String, Object> SERVER =
            Json.object("name", "travel", "title", "Travel agency", "version", "0.1.0");

    private Results() {}

    /** The first members of every result. */
    static Map<String, Object> of(String type) {
        return Json.object("resultType", type, "_meta", Json.object(Revision.SERVER_INFO, SERVER));
    }

    static Map<String, Object> complete(Object... namesAndValues) {
        Map<String, Object> result = of("complete");
        result.putAll(Json.object(namesAndValues));
        return result;
    }

    /** A result that is the same for everybody. */
    static Map<String, Object> shared(Duration fresh, Object... namesAndValues) {
        return cached("public", fresh, namesAndValues);
    }

    /** A result for the one who asked. */
    static Map<String, Object> personal(Duration fresh, Object... namesAndValues) {
        return cached("private", fresh, namesAndValues);
    }

    private static Map<String, Object> cached(String scope, Duration fresh, Object... namesAndValues) {
        Map<String, Object> result = complete(namesAndValues);
        result.put("ttlMs", fresh.toMillis());
        result.put("cacheScope", scope);
        return result;
    }

    static Map<String, Object> text(String text) {
        return complete("content", List.of(content(text)), "isError", false);
    }

    static Map<String, Object> structured(String text, Object content) {
        Map<String, Object> result = text(text);
        result.put("structuredContent", content);
        return result;
    }

    /** A tool that did not do what it was asked for: for the model to read. */
    static Map<String, Object> failure(String text) {
        return complete("content", List.of(content(text)), "isError", true);
    }

    /**
     * Asks the client for something, and to call again with it.
     * @param key name of the question
     * @param question the question, see {@link Questions}
     * @param state what the client has to bring back
     */
    static Map<String, Object> inputRequired(String key, Map<String, Object> question, String state) {
        Map<String, Object> result = of("input_required");
        result.put("inputRequests", Json.object(key, question));
        result.put("requestState", state);
        return result;
    }

    static Map<String, Object> content(String text) {
        return Json.object("type", "text", "text", text);
    }
}
