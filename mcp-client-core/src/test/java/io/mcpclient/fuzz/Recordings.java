package io.mcpclient.fuzz;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What servers of both eras sent, as they should. */
final class Recordings {

    private static final String META =
            "\"_meta\":{\"io.modelcontextprotocol/serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}";

    private static final String TEXT = "{\"type\":\"text\",\"text\":\"sunny\",\"annotations\":{\"audience\":[\"user\"],"
            + "\"priority\":0.5,\"lastModified\":\"2026-01-12T15:00:58Z\"}}";

    private static final String TOOL =
            "{\"name\":\"echo\",\"title\":\"Echo\",\"description\":\"Returns its arguments\","
                    + "\"inputSchema\":{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\"type\":\"object\","
                    + "\"properties\":{\"region\":{\"type\":\"string\",\"x-mcp-header\":\"Region\"}},\"required\":[\"region\"]},"
                    + "\"outputSchema\":{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"}}},"
                    + "\"annotations\":{\"readOnlyHint\":true,\"title\":\"E\"},\"execution\":{\"taskSupport\":\"optional\"},"
                    + "\"icons\":[{\"src\":\"https://a.example/i.png\",\"mimeType\":\"image/png\",\"sizes\":[\"48x48\"]}]}";

    /** Results by the kind of their request. */
    static final Map<String, List<String>> RESULTS = new LinkedHashMap<>();

    static {
        RESULTS.put(
                "initialize",
                List.of(
                        "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{\"listChanged\":true},"
                                + "\"resources\":{\"subscribe\":true},\"prompts\":{},\"logging\":{},\"completions\":{},"
                                + "\"tasks\":{\"list\":{},\"requests\":{\"tools\":{\"call\":{}}}},\"experimental\":{\"x\":{}}},"
                                + "\"serverInfo\":{\"name\":\"weather\",\"title\":\"W\",\"version\":\"1\","
                                + "\"websiteUrl\":\"https://a.example\"},\"instructions\":\"be nice\"}",
                        "{\"protocolVersion\":\"2024-11-05\",\"capabilities\":{},"
                                + "\"serverInfo\":{\"name\":\"old\",\"version\":\"0\"}}"));
        RESULTS.put(
                "discover",
                List.of("{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{"
                        + "\"tools\":{\"listChanged\":true},\"resources\":{\"subscribe\":true},\"prompts\":{},"
                        + "\"completions\":{},\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}},"
                        + "\"instructions\":\"be nice\",\"ttlMs\":0,\"cacheScope\":\"private\"," + META + "}"));
        RESULTS.put(
                "list-tools",
                List.of(
                        "{\"tools\":[" + TOOL + ",{\"name\":\"b\",\"inputSchema\":{\"type\":\"object\"}}]}",
                        "{\"resultType\":\"complete\",\"tools\":[" + TOOL + "],\"nextCursor\":\"2\",\"ttlMs\":1000,"
                                + "\"cacheScope\":\"public\"}"));
        RESULTS.put(
                "call-tool",
                List.of(
                        "{\"content\":[" + TEXT + ",{\"type\":\"image\",\"data\":\"aGk=\",\"mimeType\":\"image/png\"},"
                                + "{\"type\":\"audio\",\"data\":\"\",\"mimeType\":\"audio/wav\"},{\"type\":\"resource_link\","
                                + "\"uri\":\"file:///a\",\"name\":\"a\"},{\"type\":\"resource\",\"resource\":{\"uri\":\"test://a\","
                                + "\"mimeType\":\"text/plain\",\"text\":\"x\"}}],\"isError\":false}",
                        "{\"resultType\":\"complete\",\"content\":[],\"structuredContent\":{\"a\":1,\"b\":[1.5e3,null]},"
                                + META + "}",
                        "{\"content\":[{\"type\":\"new\",\"x\":{}}],\"structuredContent\":[1],\"isError\":true}"));
        RESULTS.put(
                "list-resources",
                List.of(
                        "{\"resources\":[{\"uri\":\"file:///a\",\"name\":\"a\",\"title\":\"A\",\"mimeType\":\"text/plain\","
                                + "\"size\":12,\"annotations\":{\"priority\":1}},{\"uri\":\"b\",\"name\":\"b\"}]}"));
        RESULTS.put(
                "list-templates",
                List.of(
                        "{\"resourceTemplates\":[{\"uriTemplate\":\"file:///{path*}{?a,b:3}{#c}\",\"name\":\"t\","
                                + "\"icons\":[{\"src\":\"data:image/png;base64,aGk=\",\"theme\":\"dark\"}]}],\"nextCursor\":\"x\"}"));
        RESULTS.put(
                "read-resource",
                List.of("{\"contents\":[{\"uri\":\"test://a\",\"text\":\"x\"},{\"uri\":\"test://b\",\"blob\":\"aGk=\","
                        + "\"mimeType\":\"a/b\"}],\"ttlMs\":5,\"cacheScope\":\"private\"}"));
        RESULTS.put(
                "list-prompts",
                List.of("{\"prompts\":[{\"name\":\"greet\",\"arguments\":[{\"name\":\"who\",\"required\":true}]}]}"));
        RESULTS.put(
                "get-prompt",
                List.of("{\"description\":\"d\",\"messages\":[{\"role\":\"user\",\"content\":" + TEXT
                        + "},{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":\"\"}}]}"));
        RESULTS.put(
                "complete", List.of("{\"completion\":{\"values\":[\"one\",\"two\"],\"total\":2,\"hasMore\":false}}"));
        RESULTS.put(
                "input-required",
                List.of(
                        "{\"resultType\":\"input_required\",\"requestState\":\"s1\",\"inputRequests\":{\"a\":{\"method\":"
                                + "\"elicitation/create\",\"params\":{\"mode\":\"form\",\"message\":\"Sure?\",\"requestedSchema\":{"
                                + "\"type\":\"object\",\"properties\":{\"yes\":{\"type\":\"boolean\"}}}}},\"b\":{\"method\":"
                                + "\"roots/list\"}}}"));
        RESULTS.put(
                "task",
                List.of("{\"taskId\":\"t-1\",\"status\":\"working\",\"statusMessage\":\"m\",\"createdAt\":"
                        + "\"2026-07-28T10:00:00Z\",\"lastUpdatedAt\":\"2026-07-28T10:00:01Z\",\"ttl\":60000,"
                        + "\"pollInterval\":500}"));
        RESULTS.put(
                "task-details",
                List.of("{\"resultType\":\"complete\",\"taskId\":\"t-1\",\"status\":\"completed\",\"createdAt\":"
                        + "\"2026-07-28T10:00:00Z\",\"lastUpdatedAt\":\"2026-07-28T10:00:01Z\",\"ttlMs\":null,"
                        + "\"pollIntervalMs\":500,\"result\":{\"content\":[" + TEXT + "]}}"));
    }

    /** Messages of all kinds. */
    static final List<String> MESSAGES = List.of(
            response("{\"content\":[" + TEXT + "]}"),
            "{\"jsonrpc\":\"2.0\",\"id\":\"a-1\",\"error\":{\"code\":-32601,\"message\":\"Method not found\",\"data\":{\"x\":[1]}}}",
            "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":\"Parse error\"}}",
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":1,\"progress\":0.5,"
                    + "\"total\":1,\"message\":\"half\"}}",
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"warning\",\"logger\":\"db\","
                    + "\"data\":{\"error\":\"x\"}}}",
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}",
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/resources/updated\",\"params\":{\"uri\":\"test://a\"}}",
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":7,\"reason\":\"late\"}}",
            "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}",
            "{\"jsonrpc\":\"2.0\",\"id\":8,\"method\":\"roots/list\",\"params\":{\"_meta\":{\"a\":1}}}",
            "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"sampling/createMessage\",\"params\":{\"messages\":[{\"role\":\"user\","
                    + "\"content\":[" + TEXT
                    + ",{\"type\":\"tool_use\",\"id\":\"1\",\"name\":\"echo\",\"input\":{}}]}],"
                    + "\"modelPreferences\":{\"hints\":[{\"name\":\"large\"}],\"costPriority\":0.1},\"systemPrompt\":\"p\","
                    + "\"includeContext\":\"none\",\"temperature\":0.5,\"maxTokens\":100,\"stopSequences\":[\"x\"],"
                    + "\"tools\":[" + TOOL + "],\"toolChoice\":{\"mode\":\"auto\"},\"task\":{\"ttl\":1}}}",
            "{\"jsonrpc\":\"2.0\",\"id\":\"e\",\"method\":\"elicitation/create\",\"params\":{\"message\":\"Who?\","
                    + "\"requestedSchema\":{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"string\",\"format\":\"email\","
                    + "\"minLength\":1,\"default\":\"x\"},\"i\":{\"type\":\"integer\",\"minimum\":0},\"e\":{\"type\":\"string\","
                    + "\"enum\":[\"a\",\"b\"],\"enumNames\":[\"A\",\"B\"]},\"o\":{\"type\":\"string\",\"oneOf\":[{\"const\":\"a\","
                    + "\"title\":\"A\"}]},\"m\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"enum\":[\"a\"]}}},"
                    + "\"required\":[\"n\"]}}}",
            "{\"jsonrpc\":\"2.0\",\"id\":10,\"method\":\"elicitation/create\",\"params\":{\"mode\":\"url\",\"elicitationId\":\"1\","
                    + "\"url\":\"https://a.example/x?y=z\",\"message\":\"Sign in\"}}");

    /** Output schemas with a value each. */
    static final List<String> SCHEMAS = List.of(
            "{\"schema\":{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\",\"minimum\":0},\"b\":{\"$ref\":"
                    + "\"#/$defs/b\"}},\"required\":[\"a\"],\"$defs\":{\"b\":{\"enum\":[1,\"x\",null]}}},\"value\":{\"a\":1,\"b\":\"x\"}}",
            "{\"schema\":{\"$schema\":\"http://json-schema.org/draft-07/schema#\",\"$id\":\"https://a.example/s\",\"type\":"
                    + "[\"array\",\"null\"],\"items\":{\"anyOf\":[{\"type\":\"string\",\"pattern\":\"^a+$\",\"maxLength\":9},"
                    + "{\"not\":{\"type\":\"string\"}}]},\"uniqueItems\":true},\"value\":[\"aaa\",1,2.5]}",
            "{\"schema\":{\"patternProperties\":{\"^x-[a-z]*$\":{\"multipleOf\":0.1}},\"additionalProperties\":false,"
                    + "\"dependentSchemas\":{\"x-a\":{\"minProperties\":1}},\"$dynamicRef\":\"#m\",\"$dynamicAnchor\":\"m\","
                    + "\"unevaluatedProperties\":{\"if\":{\"const\":1},\"then\":true,\"else\":false}},\"value\":{\"x-a\":0.3}}",
            "{\"schema\":{\"prefixItems\":[{\"format\":\"date\"},{\"contentEncoding\":\"base64\"}],\"contains\":{\"const\":1},"
                    + "\"minContains\":0},\"value\":[\"2026-07-28\",\"eA==\",1e400]}");

    private Recordings() {}

    /** The response to request 1. */
    static String response(String result) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":" + result + "}";
    }
}
