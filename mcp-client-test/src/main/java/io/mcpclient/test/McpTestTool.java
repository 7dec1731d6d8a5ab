package io.mcpclient.test;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ContentBlock;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.schema.RequestedSchema;
import io.mcpclient.schema.ToolAnnotations;
import io.mcpclient.support.validation.JsonSchema;
import io.mcpclient.support.validation.UnusableSchemaException;
import io.mcpclient.support.validation.Violation;
import io.mcpclient.test.ToolStep.Progress;
import io.mcpclient.test.ToolStep.Question;

/**
 * A tool of a {@link McpTestServer}: its definition, and what it does with calls. Each method that ends an answer
 * ({@link #returns}, {@link #fails}, {@link #rejects}, {@link #answers}, {@link #neverAnswers}, {@link #disconnects}) adds the
 * answer to the next call; the last one applies to all further calls. {@link #delays}, {@link #asks} and {@link #reports} belong
 * to the answer that follows them.
 *
 * <p>Methods throw a {@link NullPointerException} for an argument that must not be {@code null}, and an {@link IllegalArgumentException}
 * for a negative duration, an invalid schema and a value that cannot be written as JSON. Thread-safe.
 */
public final class McpTestTool {

    private final String name;

    private final Arguments arguments;

    private final Runnable onChange;

    private final Map<String, Object> definition = new LinkedHashMap<>();

    private final Deque<ToolStep> steps = new ArrayDeque<>();

    private List<Progress> progress = new ArrayList<>();

    private @Nullable Question question;

    private Duration delay = Duration.ZERO;

    /** The input schema, {@code null} for any object. */
    private @Nullable JsonSchema input;

    private @Nullable Function<Map<String, Object>, @Nullable String> check;

    private @Nullable TaskTimes taskTimes;

    /** Times of tasks: how long a task is retained, and how often clients ask for its status. */
    record TaskTimes(Duration ttl, Duration pollInterval) {}

    McpTestTool(String name, Arguments arguments, Runnable onChange) {
        this.name = name;
        this.arguments = arguments;
        this.onChange = onChange;
        this.definition.put("name", name);
        this.definition.put("inputSchema", Map.of("type", "object"));
    }

    /**
     * Sets the display name.
     * @param title text for users
     * @return this
     */
    public McpTestTool title(String title) {
        return define("title", this.arguments.present(title, "title"));
    }

    /**
     * Sets the description.
     * @param description text for models
     * @return this
     */
    public McpTestTool description(String description) {
        return define("description", this.arguments.present(description, "description"));
    }

    /**
     * Sets the schema of the arguments, by default any object. Arguments that violate it are a result with {@code isError}, unless
     * {@link #checks} has a function.
     * @param schema a JSON schema with the type {@code object}; it is copied
     * @return this
     * @throws IllegalArgumentException if it is invalid, or has another type
     */
    public McpTestTool inputSchema(Map<String, ?> schema) {
        Map<String, Object> plain = this.arguments.json(schema, "schema");
        JsonSchema compiled = this.arguments.schema(plain, "schema");
        if (!"object".equals(plain.get("type"))) {
            throw this.arguments.invalidSchema("schema", "of the input has not the type \"object\"");
        }
        synchronized (this) {
            this.input = compiled;
        }
        return define("inputSchema", plain);
    }

    /**
     * Sets the schema of structured results, by default none.
     * @param schema a JSON schema; it is copied
     * @return this
     * @throws IllegalArgumentException if it is invalid
     */
    public McpTestTool outputSchema(Map<String, ?> schema) {
        Map<String, Object> plain = this.arguments.json(schema, "schema");
        this.arguments.schema(plain, "schema");
        return define("outputSchema", plain);
    }

    /**
     * Sets the annotations, by default none.
     * @param annotations hints for the client
     * @return this
     */
    public McpTestTool annotations(ToolAnnotations annotations) {
        return define("annotations", this.arguments.present(annotations, "annotations"));
    }

    /**
     * Checks the arguments of calls, in place of the comparison with the input schema. Invalid arguments are a result with {@code isError}, so
     * that a model can correct them.
     * @param check returns what is wrong with arguments, or {@code null} if they are valid
     * @return this
     */
    public synchronized McpTestTool checks(Function<Map<String, Object>, @Nullable String> check) {
        this.check = this.arguments.present(check, "check");
        return this;
    }

    /**
     * Runs calls as tasks, if the client declares the tasks extension of the stateless era. All other calls run as without this. What
     * the function of {@link #answersLater} asks is a part of the task.
     * @param ttl how long a task is retained
     * @param pollInterval how often clients ask for the status
     * @return this
     * @see "ext-tasks, Tasks"
     */
    public synchronized McpTestTool runsAsTask(Duration ttl, Duration pollInterval) {
        this.taskTimes = new TaskTimes(
                this.arguments.duration(ttl, "ttl"), this.arguments.duration(pollInterval, "pollInterval"));
        return this;
    }

    /**
     * Answers after a time, without blocking a thread.
     * @param delay the time
     * @return this
     */
    public synchronized McpTestTool delays(Duration delay) {
        this.delay = this.arguments.duration(delay, "delay");
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
        this.progress.add(new Progress(
                this.arguments.number(progress, "progress"), this.arguments.number(total, "total"), message));
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
        this.question = new Question(this.arguments.present(message, "message"), this.arguments.present(form, "form"));
        return this;
    }

    /**
     * Answers with a result.
     * @param result a {@link CallToolResult}, a text, a {@link ContentBlock} or a list of them, or a record, bean, map or another list that
     *     becomes the structured content, as it is now
     * @return this
     */
    public McpTestTool returns(Object result) {
        CallToolResult answer = result(this.arguments.present(result, "result"));
        return answers(call -> answer);
    }

    /**
     * Answers with a result that depends on the call.
     * @param function returns the result; may block; an exception becomes a result with {@code isError} and its message
     * @return this
     */
    public McpTestTool answers(Function<McpTestCall, CallToolResult> function) {
        this.arguments.present(function, "function");
        return answersLater(call -> Mono.fromSupplier(() -> function.apply(call)));
    }

    /**
     * Answers with a result that comes later, and may need answers of the client, see {@link McpTestCall#asks}: the function is called
     * again with each answer. The publisher is cancelled if the client disconnects, or cancels the call or its task.
     * @param function returns the result; may block; an exception becomes a result with {@code isError} and its message, a
     *     {@link McpTestError} a JSON-RPC error
     * @return this
     */
    public McpTestTool answersLater(Function<McpTestCall, Mono<CallToolResult>> function) {
        this.arguments.present(function, "function");
        return add(call -> Mono.justOrEmpty(function.apply(call))
                .flatMap(answer -> answer)
                .switchIfEmpty(Mono.error(() -> new IllegalStateException(
                        "The answer of the tool " + this.name + " of the test server is null or empty"))));
    }

    /**
     * Answers with a result that reports a failure of the tool.
     * @param text text of the result
     * @return this
     */
    public McpTestTool fails(String text) {
        CallToolResult failure = CallToolResult.error(this.arguments.present(text, "text"));
        return answers(call -> failure);
    }

    /**
     * Answers with a JSON-RPC error.
     * @param code code of the error, see {@link io.mcpclient.schema.McpErrorCodes}
     * @param message message of the error
     * @return this
     */
    public McpTestTool rejects(int code, String message) {
        this.arguments.present(message, "message");
        return add(call -> Mono.error(new McpTestError(code, message)));
    }

    /**
     * Never answers, so that the call ends with its deadline.
     * @return this
     */
    public McpTestTool neverAnswers() {
        return add(call -> Mono.never());
    }

    /**
     * Closes the connection instead of an answer.
     * @return this
     */
    public McpTestTool disconnects() {
        return add(call -> {
            call.disconnect();
            return Mono.never();
        });
    }

    static CallToolResult result(Object result) {
        if (result instanceof CallToolResult whole) {
            return whole;
        }
        List<?> blocks = (result instanceof List<?> several) ? several : List.of(result);
        if (!blocks.isEmpty() && blocks.stream().allMatch(ContentBlock.class::isInstance)) {
            List<ContentBlock> content =
                    blocks.stream().map(ContentBlock.class::cast).toList();
            return new CallToolResult(content, null, null, null, null, Map.of());
        }
        return (result instanceof CharSequence text)
                ? CallToolResult.text(text.toString())
                : CallToolResult.structured(result);
    }

    String name() {
        return this.name;
    }

    synchronized Map<String, Object> definition() {
        return new LinkedHashMap<>(this.definition);
    }

    synchronized @Nullable TaskTimes taskTimes() {
        return this.taskTimes;
    }

    /**
     * Returns what is wrong with arguments according to the test or else the input schema, or {@code null}.
     * @see "MCP 2026-07-28, server/tools, Error Handling: invalid arguments are tool execution errors"
     */
    @Nullable
    String objection(Map<String, Object> arguments) {
        Function<Map<String, Object>, @Nullable String> own;
        JsonSchema schema;
        synchronized (this) {
            own = this.check;
            schema = this.input;
        }
        if (own != null) {
            return own.apply(arguments);
        }
        return (schema != null) ? violation(schema, arguments) : null;
    }

    private @Nullable String violation(JsonSchema schema, Map<String, Object> arguments) {
        Set<String> missing = new TreeSet<>();
        if (Json.member(definition(), "inputSchema").get("required") instanceof Collection<?> required) {
            required.forEach(member -> missing.add(String.valueOf(member)));
        }
        missing.removeAll(arguments.keySet());
        if (!missing.isEmpty()) {
            return "Missing arguments of " + this.name + ": " + missing;
        }
        try {
            Violation violation = schema.check(arguments);
            return (violation != null)
                    ? "Invalid arguments of " + this.name + ": they violate the input schema at \"" + violation.path()
                            + "\" (" + violation.keyword() + ")"
                    : null;
        } catch (UnusableSchemaException ex) {
            return "The arguments of " + this.name + " cannot be checked: " + ex.problem();
        }
    }

    /** Returns the headers that repeat arguments, by argument. */
    Map<String, String> headers() {
        Map<String, String> headers = new LinkedHashMap<>();
        Json.member(Json.member(definition(), "inputSchema"), "properties").forEach((argument, schema) -> {
            if (schema instanceof Map<?, ?> property && property.get("x-mcp-header") instanceof String header) {
                headers.put(argument, header);
            }
        });
        return headers;
    }

    /** Returns what to do with the next call. */
    synchronized ToolStep next() {
        ToolStep next = (this.steps.size() > 1) ? this.steps.poll() : this.steps.peek();
        if (next == null) {
            throw new McpTestError(
                    McpErrorCodes.INTERNAL_ERROR,
                    "The tool " + this.name + " of the test server has no answer: use returns, fails or another one");
        }
        return next;
    }

    private McpTestTool define(String member, Object value) {
        synchronized (this) {
            this.definition.put(member, value);
        }
        this.onChange.run();
        return this;
    }

    private synchronized McpTestTool add(Function<McpTestCall, Mono<CallToolResult>> ending) {
        this.steps.add(new ToolStep(List.copyOf(this.progress), this.question, this.delay, ending));
        this.progress = new ArrayList<>();
        this.question = null;
        this.delay = Duration.ZERO;
        return this;
    }
}
