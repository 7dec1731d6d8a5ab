package io.mcpclient.registry;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

import io.mcpclient.model.McpModelResult;

/** Counts what models read of the results of each tool. Thread-safe. */
final class ModelUsage {

    private final Map<String, Counts> results = new ConcurrentHashMap<>();

    private final RegistryListeners<McpModelResultListener> listeners = new RegistryListeners<>("results for models");

    private record Counts(LongAdder calls, LongAdder characters) {}

    void add(McpModelTool tool, McpModelResult result) {
        Counts counts = this.results.computeIfAbsent(tool.name(), name -> new Counts(new LongAdder(), new LongAdder()));
        counts.calls().increment();
        counts.characters().add(result.text().length());
        this.listeners.notifyListeners(listener -> listener.onResult(tool, result));
    }

    void addListener(McpModelResultListener listener) {
        this.listeners.add(listener);
    }

    McpToolUsage of(ServerModelTool tool) {
        Counts counts = this.results.get(tool.name());
        return new McpToolUsage(
                tool.name(),
                tool.registered().server(),
                tool.name().length() + tool.description().length() + tool.inputSchemaLength(),
                (counts != null) ? counts.calls().sum() : 0,
                (counts != null) ? counts.characters().sum() : 0);
    }
}
