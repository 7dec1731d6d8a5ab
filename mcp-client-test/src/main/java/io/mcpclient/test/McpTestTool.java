package io.mcpclient.test;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.RequestedSchema;
import io.mcpclient.schema.ToolAnnotations;
import io.mcpclient.test.ToolStep.Ending;
import io.mcpclient.test.ToolStep.Progress;
import io.mcpclient.test.ToolStep.Question;

/**
 * A tool of a {@link McpTestServer}: its definition, and what it does with calls. Each method that ends an answer
 * ({@link #returns}, {@link #fails}, {@link #rejects}, {@link #answers}, {@link #neverAnswers}, {@link #disconnects}) adds the
 * answer to the next call; the last one applies to all further calls. {@link #delays}, {@link #asks} and {@link #reports} belong
 * to the answer that follows them. Thread-safe.
 */
public final class McpTestTool {

    private final String name;

    private final Runnable onChange;

    private final Map<String, Object> definition = new LinkedHashMap<>();

    private final Deque<ToolStep> steps = new ArrayDeque<>();

    private List<Progress> progress = new ArrayList<>();

    private @Nullable Question question;

    private Duration delay = Duration.ZERO;

    McpTestTool(String name, Runnable onChange) {
        this.name = name;
        this.onChange = onChange;
        this.definition.put("name", name);
        this.definition.put("inputSchema", Map.of("type", "object"));
    }

    /**
     * Sets the description.
     * @param description text for models
     * @return this
     */
    public McpTestTool description(String description) {
        return define("description", description);
    }

    /**
     * Sets the schema of the arguments, by default any object. Calls without an argument that it requires are rejected.
     * @param schema a JSON schema
     * @return this
     */
    public McpTestTool inputSchema(Map<String, ?> schema) {
        return define("inputSchema", schema);
    }

    /**
     * Sets the schema of structured results, by default none.
     * @param schema a JSON schema
     * @return this
     */
    public McpTestTool outputSchema(Map<String, ?> schema) {
        return define("outputSchema", schema);
    }

    /**
     * Sets the annotations, by default none.
     * @param annotations hints for the client
     * @return this
     */
    public McpTestTool annotations(ToolAnnotations annotations) {
        return define("annotations", annotations);
    }

    /**
     * Answers after a time, without blocking a thread.
     * @param delay the time
     * @return this
     */
    public synchronized McpTestTool delays(Duration delay) {
        this.delay = delay;
        return this;
    }

    /**
     * Reports progress before the answer, if the client asked for it.
     * @param progress progress so far
     * @param total the final value
     * @param message description of the step, or {@code null}
     * @return this
     */
    public synchronized McpTestTool reports(double progress, double total, @Nullable String message) {
        this.progress.add(new Progress(progress, total, message));
        return this;
    }

    /**
     * Asks the user before the answer: an elicitation request in the handshake era, an input request in the stateless one. The
     * answer is {@link McpTestCall#answer()}.
     * @param message the question
     * @param form the form, such as {@code RequestedSchema.of(Map.of("unit", FormField.choice("celsius", "kelvin")), "unit")}
     * @return this
     */
    public synchronized McpTestTool asks(String message, RequestedSchema form) {
        this.question = new Question(message, form);
        return this;
    }

    /**
     * Answers with a result.
     * @param result a {@link CallToolResult}, a text, or a record, bean, map or list that becomes the structured content
     * @return this
     */
    public McpTestTool returns(Object result) {
        return answers(call -> result(result));
    }

    /**
     * Answers with a result that depends on the call.
     * @param function returns the result; may block; an exception becomes a result with {@code isError} and its message
     * @return this
     */
    public McpTestTool answers(Function<McpTestCall, CallToolResult> function) {
        return add(new ToolStep.Result(function));
    }

    /**
     * Answers with a result that reports a failure of the tool.
     * @param text text of the result
     * @return this
     */
    public McpTestTool fails(String text) {
        return answers(call -> CallToolResult.error(text));
    }

    /**
     * Answers with a JSON-RPC error.
     * @param code code of the error, see {@link io.mcpclient.schema.McpErrorCodes}
     * @param message message of the error
     * @return this
     */
    public McpTestTool rejects(int code, String message) {
        return add(new ToolStep.Rejection(code, message));
    }

    /**
     * Never answers, so that the call ends with its deadline.
     * @return this
     */
    public McpTestTool neverAnswers() {
        return add(ToolStep.Other.NO_ANSWER);
    }

    /**
     * Closes the connection instead of an answer.
     * @return this
     */
    public McpTestTool disconnects() {
        return add(ToolStep.Other.DISCONNECT);
    }

    static CallToolResult result(Object result) {
        if (result instanceof CallToolResult whole) {
            return whole;
        }
        return (result instanceof CharSequence text)
                ? CallToolResult.text(text.toString())
                : CallToolResult.structured(result);
    }

    String name() {
        return this.name;
    }

    synchronized Map<String, Object> definition() {
        return Map.copyOf(this.definition);
    }

    /** Returns what to do with the next call, or {@code null} if nothing was said. */
    synchronized @Nullable ToolStep next() {
        return (this.steps.size() > 1) ? this.steps.poll() : this.steps.peek();
    }

    private McpTestTool define(String member, Object value) {
        synchronized (this) {
            this.definition.put(member, value);
        }
        this.onChange.run();
        return this;
    }

    private synchronized McpTestTool add(Ending ending) {
        this.steps.add(new ToolStep(List.copyOf(this.progress), this.question, this.delay, ending));
        this.progress = new ArrayList<>();
        this.question = null;
        this.delay = Duration.ZERO;
        return this;
    }
}
