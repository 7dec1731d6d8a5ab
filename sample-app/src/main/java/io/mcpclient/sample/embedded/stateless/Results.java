package io.mcpclient.sample.embedded.stateless;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Creates results, each with its type and the server's information.
 *
 * @see "MCP 2026-07-28, basic/index, Result Responses; server/utilities/caching"
 */
final class Results {

    /** For contents that do not change while the application runs. */
    static final Duration LONG = Duration.ofHours(1);

    /** For contents that other clients may change; subscribers are notified. */
    static final Duration SHORT = Duration.ofMinutes(1);

    /** For contents that must not be cached. */
    static final Duration NONE = Duration.ZERO;

    /** The server's information. */
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

    /** Creates a result that is the same for all users. */
    static Map<String, Object> shared(Duration fresh, Object... namesAndValues) {
        return cached("public", fresh, namesAndValues);
    }

    /** Creates a result for the requesting user only. */
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

    /** Creates the result of a failed tool call, for the model. */
    static Map<String, Object> failure(String text) {
        return complete("content", List.of(content(text)), "isError", true);
    }

    /**
     * Creates a result that requests input and a repeated call from the client.
     * @param key key of the input request
     * @param question the input request, see {@link InputRequests}
     * @param state state that the client must return
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
