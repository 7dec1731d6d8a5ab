package io.mcpclient.benchmarks;

import java.nio.charset.StandardCharsets;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.CallToolResult;

/** Calls to bytes and back. */
@State(Scope.Thread)
public class CodecBenchmark {

    private final JsonCodec codec = new JsonCodec(JsonLimits.DEFAULT);
    private final JsonRpcMessage call = new JsonRpcRequest(
            new JsonRpcId.NumberId(17), "tools/call", CallToolParams.of("small-json", Workload.ARGUMENTS));
    private final byte[] small = response(Workload.SMALL_JSON);
    private final byte[] large = response(Workload.LARGE_JSON);

    private static byte[] response(Workload workload) {
        return ("{\"jsonrpc\":\"2.0\",\"id\":17," + StubResults.call(workload)).getBytes(StandardCharsets.UTF_8);
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
}
