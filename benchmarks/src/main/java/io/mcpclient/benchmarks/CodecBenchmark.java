package io.mcpclient.benchmarks;

import java.nio.charset.StandardCharsets;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ListToolsResult;

/** Calls to bytes and back. */
@State(Scope.Thread)
public class CodecBenchmark {

    private final JsonCodec codec = new JsonCodec(JsonLimits.DEFAULT);
    private final JsonRpcMessage call = new JsonRpcRequest(
            new JsonRpcId.NumberId(17), "tools/call", CallToolParams.of("small-json", Workload.ARGUMENTS));
    private final byte[] small = response(StubResults.call(Workload.SMALL_JSON));
    private final byte[] large = response(StubResults.call(Workload.LARGE_JSON));
    private final byte[] page = response(StubResults.page(0));
    private final JsonMapper tree = new JsonMapper();

    private static byte[] response(String result) {
        return ("{\"jsonrpc\":\"2.0\",\"id\":17," + result).getBytes(StandardCharsets.UTF_8);
    }

    @Benchmark
    public byte[] encodeCall() {
        return this.codec.encode(this.call);
    }

    /** A result with a text of 100 characters. */
    @Benchmark
    public JsonRpcMessage decodeSmallResult() {
        return this.codec.decode(this.small, 0, this.small.length, id -> CallToolResult.class);
    }

    /** A result with a text of 1 MB. */
    @Benchmark
    public JsonRpcMessage decodeLargeResult() {
        return this.codec.decode(this.large, 0, this.large.length, id -> CallToolResult.class);
    }

    /** A page of 100 tools, with the text of their schemas. */
    @Benchmark
    public JsonRpcMessage decodePageOfTools() {
        return this.codec.decode(this.page, 0, this.page.length, id -> ListToolsResult.class);
    }

    /** The same page as a tree, for comparison. */
    @Benchmark
    public JsonNode readPageOfToolsAsTree() {
        return this.tree.readTree(this.page);
    }
}
