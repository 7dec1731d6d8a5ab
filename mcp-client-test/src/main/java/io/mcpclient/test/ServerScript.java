package io.mcpclient.test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.mcpclient.text.SafeText;

/** What a test server offers, and what it has received. Thread-safe. */
final class ServerScript {

    /** Calls in the message of an assertion. */
    private static final int MAX_DESCRIBED = 50;

    private final String name;

    private final ServerSettings settings;

    private final Map<String, McpTestTool> tools = new LinkedHashMap<>();

    private final Map<String, Map<String, Object>> resources = new LinkedHashMap<>();

    private final Map<String, Map<String, Object>> prompts = new LinkedHashMap<>();

    private final List<McpTestCall> calls = new ArrayList<>();

    private final Map<String, Integer> received = new LinkedHashMap<>();

    /** Whether a list is up to date at the clients: it was requested since it was last changed. Absent if it never was. */
    private final Map<String, Boolean> lists = new LinkedHashMap<>();

    private final Map<String, Function<McpTestRequest, ?>> handlers = new LinkedHashMap<>();

    ServerScript(String name) {
        this.name = name;
        this.settings = new ServerSettings(name);
    }

    synchronized void handler(String method, Function<McpTestRequest, ?> handler) {
        this.handlers.put(method, handler);
    }

    synchronized @Nullable Function<McpTestRequest, ?> handler(String method) {
        return this.handlers.get(method);
    }

    synchronized boolean hasTasks() {
        return this.tools.values().stream().anyMatch(tool -> tool.taskTimes() != null);
    }

    ServerSettings settings() {
        return this.settings;
    }

    String name() {
        return this.name;
    }

    synchronized void tool(McpTestTool tool) {
        this.tools.put(tool.name(), tool);
    }

    synchronized @Nullable McpTestTool tool(String name) {
        return this.tools.get(name);
    }

    synchronized McpTestTool requiredTool(String name) {
        McpTestTool tool = this.tools.get(name);
        if (tool == null) {
            throw McpTestError.invalidParams(unknown("tool", name));
        }
        return tool;
    }

    /** Says that a tool, resource or prompt is unknown, and which ones there are: a test may have misspelt it. */
    synchronized String unknown(String kind, Object name) {
        Set<String> known =
                switch (kind) {
                    case "tool" -> this.tools.keySet();
                    case "resource" -> this.resources.keySet();
                    default -> this.prompts.keySet();
                };
        return "Unknown " + kind + ": " + name + ". The test server has "
                + (known.isEmpty() ? "no " + kind + "s" : new TreeSet<>(known));
    }

    synchronized boolean removeTool(String name) {
        return this.tools.remove(name) != null;
    }

    /** A list has changed: that of {@code tools}, {@code resources} or {@code prompts}. */
    synchronized void changed(String kind) {
        this.lists.computeIfPresent(kind, (listed, upToDate) -> false);
    }

    /** Whether clients have a list from before its last change. */
    synchronized boolean isStale(String kind) {
        return Boolean.FALSE.equals(this.lists.get(kind));
    }

    /** Returns the tools for a client that lists them. */
    synchronized List<Map<String, Object>> listTools() {
        listed("tools");
        return this.tools.values().stream().map(McpTestTool::definition).toList();
    }

    private void listed(String kind) {
        this.lists.put(kind, true);
        notifyAll();
    }

    synchronized void resource(String uri, Map<String, Object> contents) {
        this.resources.put(uri, contents);
    }

    synchronized @Nullable Map<String, Object> resource(String uri) {
        Map<String, Object> contents = this.resources.get(uri);
        return (contents != null) ? Map.of("contents", List.of(contents)) : null;
    }

    synchronized List<Map<String, Object>> listResources() {
        listed("resources");
        return this.resources.keySet().stream()
                .map(uri -> Map.<String, Object>of("uri", uri, "name", uri))
                .toList();
    }

    synchronized void prompt(String name, String text) {
        this.prompts.put(
                name,
                Map.of("messages", List.of(Map.of("role", "user", "content", Map.of("type", "text", "text", text)))));
    }

    synchronized @Nullable Map<String, Object> prompt(String name) {
        return this.prompts.get(name);
    }

    synchronized List<Map<String, Object>> listPrompts() {
        listed("prompts");
        return this.prompts.keySet().stream()
                .map(name -> Map.<String, Object>of("name", name))
                .toList();
    }

    synchronized void received(String method) {
        this.received.merge(method, 1, Integer::sum);
        notifyAll();
    }

    synchronized int requests(String method) {
        return this.received.getOrDefault(method, 0);
    }

    synchronized void called(McpTestCall call) {
        this.calls.add(call);
        notifyAll();
    }

    synchronized List<McpTestCall> calls() {
        return List.copyOf(this.calls);
    }

    synchronized void reset() {
        this.tools.clear();
        this.handlers.clear();
        this.resources.clear();
        this.prompts.clear();
        this.calls.clear();
        this.received.clear();
    }

    void awaitListed(Duration limit) {
        await(
                () -> Boolean.TRUE.equals(this.lists.get("tools")),
                limit,
                () -> "no client has listed the tools within " + limit);
    }

    void awaitCalls(int count, Duration limit) {
        await(
                () -> this.calls.size() >= count,
                limit,
                () -> "expected " + count(count) + " within " + limit + "\nbut it " + describeCalls());
    }

    /** Returns the calls so far as the end of a sentence, one call per line. */
    synchronized String describeCalls() {
        if (this.calls.isEmpty()) {
            return "has received no calls";
        }
        StringBuilder text = new StringBuilder("has received " + count(this.calls.size()) + ":");
        this.calls.stream().limit(MAX_DESCRIBED).forEach(call -> text.append("\n  ")
                .append(SafeText.excerpt(call.tool()))
                .append(' ')
                .append(Json.excerpt(call.arguments())));
        return (this.calls.size() > MAX_DESCRIBED)
                ? text.append("\n  and ")
                        .append(this.calls.size() - MAX_DESCRIBED)
                        .append(" more")
                        .toString()
                : text.toString();
    }

    static String count(int calls) {
        return (calls == 1) ? "1 call" : calls + " calls";
    }

    private synchronized void await(BooleanSupplier condition, Duration limit, Supplier<String> failure) {
        long end = System.nanoTime() + limit.toNanos();
        try {
            while (!condition.getAsBoolean()) {
                long left = (end - System.nanoTime()) / 1_000_000;
                if (left <= 0) {
                    throw new AssertionError("Test server \"" + this.name + "\": " + failure.get());
                }
                wait(left);
            }
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", ex);
        }
    }
}
