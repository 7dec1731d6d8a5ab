package io.mcpclient.benchmarks;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

import io.mcpclient.support.validation.JsonSchema;
import io.mcpclient.support.validation.Violation;

/** The check of a structured result against the output schema of its tool. */
@State(Scope.Thread)
public class SchemaBenchmark {

    private final JsonSchema schema = JsonSchema.compile(Map.of(
            "type",
            "object",
            "properties",
            Map.of(
                    "city", Map.of("type", "string", "minLength", 1),
                    "temperature", Map.of("type", "number", "minimum", -100, "maximum", 100),
                    "hours", Map.of("type", "array", "items", Map.of("type", "integer"), "maxItems", 24)),
            "required",
            List.of("city", "temperature")));

    private final Map<String, Object> result =
            Map.of("city", "Berlin", "temperature", 21.5, "hours", List.of(18, 19, 21, 22, 24, 23, 20, 18));

    @Benchmark
    public @Nullable Violation checkResult() {
        return this.schema.check(this.result);
    }
}
