package io.mcpclient.sample.embedded.stateless;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.mcpclient.schema.CacheScope;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.JsonValue;
import io.mcpclient.schema.TextContent;

/**
 * Creates results.
 *
 * @see "MCP 2026-07-28, server/tools; server/utilities/caching"
 */
final class Results {

    /** For contents that do not change while the application runs. */
    static final Duration LONG = Duration.ofHours(1);

    private Results() {}

    /** Creates an object of alternating names and values, in this order. */
    static Map<String, Object> object(Object... namesAndValues) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            object.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return object;
    }

    static Map<String, Object> cached(CacheScope scope, Duration fresh, Object... namesAndValues) {
        Map<String, Object> result = object(namesAndValues);
        result.put("ttlMs", fresh.toMillis());
        result.put("cacheScope", scope);
        return result;
    }

    static CallToolResult text(String text) {
        return new CallToolResult(List.of(TextContent.of(text)), false, null, null, null, Map.of());
    }

    static CallToolResult structured(String text, Object content) {
        return new CallToolResult(List.of(TextContent.of(text)), false, null, null, JsonValue.of(content), Map.of());
    }
}
