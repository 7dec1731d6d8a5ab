package io.mcpclient.internal.era.modern;

import java.util.List;
import java.util.Map;

import io.mcpclient.error.McpRejectedException;
import io.mcpclient.fuzz.FuzzTarget;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;

/** Reader of tools that want arguments in headers. */
public final class ModernFuzzTargets {

    private static final JsonCodec CODEC = new JsonCodec(JsonLimits.DEFAULT);

    private ModernFuzzTargets() {}

    public static List<FuzzTarget> all() {
        return List.of(FuzzTarget.of(
                "tool-headers",
                ModernFuzzTargets::read,
                List.of(McpRejectedException.class, IllegalArgumentException.class),
                """
                {"tools":[{"name":"a","inputSchema":{"type":"object","properties":{
                "region":{"type":"string","x-mcp-header":"Region"},"limit":{"type":["integer","null"],"x-mcp-header":"Limit"},
                "on":{"properties":{"a/b":{"type":"boolean","x-mcp-header":"On"}}}}}}],
                "arguments":{"region":"\\u00fc","limit":9007199254740991,"on":{"a/b":true}}}""",
                """
                {"tools":[{"name":"a","inputSchema":{"properties":{"x":{"type":"string","x-mcp-header":"X"},
                "y":{"enum":["x-mcp-header"],"items":{"type":"integer"}}},"$defs":{"z":{"anyOf":[{"type":"string"}]}}}},
                {"name":"b","inputSchema":{}}],"arguments":{"x":"=?base64?eA==?=","y":[1.0]}}"""));
    }

    private static void read(byte[] input) {
        Map<?, ?> page = CODEC.fromJson(FuzzTarget.text(input), Map.class);
        if (page == null) {
            return;
        }
        ToolHeaders headers = new ToolHeaders("fuzz", CODEC);
        headers.accept(page);
        Object arguments = page.get("arguments");
        Map<String, Object> call =
                (arguments != null) ? Map.of("name", "a", "arguments", arguments) : Map.of("name", "a");
        headers.of(call).forEach((name, value) -> {
            boolean isLegal = name.chars().allMatch(c -> c > ' ' && c < 0x7f)
                    && value.chars().allMatch(c -> c >= ' ' && c < 0x7f);
            if (!isLegal) {
                throw new AssertionError("an illegal header: " + name + ": " + value);
            }
        });
    }
}
