package io.mcpclient.internal.operation;

import java.lang.reflect.Type;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.springframework.core.ParameterizedTypeReference;
import reactor.core.publisher.Mono;

import io.mcpclient.call.Deadline;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpProtocolException.Reason;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpToolException;
import io.mcpclient.internal.operation.KnownTools.KnownTool;
import io.mcpclient.internal.support.Loggers;
import io.mcpclient.internal.support.RecoveringMono;
import io.mcpclient.internal.support.SafeText;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ListToolsResult;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.ResultType;
import io.mcpclient.schema.Tool;
import io.mcpclient.schema.ToolAnnotations;
import io.mcpclient.settings.McpOutputValidation;

/**
 * Lists and calls tools. Thread-safe.
 *
 * @see "MCP 2025-11-25, server/tools (TOOL-01, TOOL-02)"
 */
public final class ToolOperations {

    private static final Logger logger = Loggers.TOOLS;

    /** Number of names in one log line. */
    private static final int NAMED = 3;

    private static final int MAX_CONVENTIONAL_NAME = 128;

    private final OperationCalls calls;

    private final JsonCodec codec;

    private final ToolArguments arguments;

    private final ListRequests<ListToolsResult, Tool> list;

    private final KnownTools known;

    private final boolean trustAnnotations;

    private final ToolLookups lookups;

    private final AtomicBoolean oddNamesNoticed = new AtomicBoolean();

    /**
     * Creates the operations of one client.
     * @param calls chain and defaults of the client
     * @param codec binds structured results
     * @param limits limits on lists
     * @param known remembers the listed tools
     * @param trustAnnotations whether the server's annotations decide which tools are idempotent
     * @param reports receives the outcome of lists
     */
    public ToolOperations(
            OperationCalls calls,
            JsonCodec codec,
            ListLimits limits,
            KnownTools known,
            boolean trustAnnotations,
            ListReports reports) {
        this.calls = calls;
        this.codec = codec;
        this.arguments = new ToolArguments(calls.serverName(), codec);
        this.list = new ListRequests<>(ListOperation.TOOLS, calls, limits, reports);
        this.known = known;
        this.trustAnnotations = trustAnnotations;
        this.lookups = new ToolLookups(calls.serverName(), calls.time(), this::list);
    }

    /**
     * Lists all tools, page by page, under one deadline.
     * @param options options for the call
     * @return the tools in the server's order, names unique; never {@code null}
     */
    public Mono<List<Tool>> list(McpCallOptions options) {
        return this.list.all(options).doOnNext(this::warnOfUnconventionalNames).doOnNext(this.known::replace);
    }

    /**
     * Lists one page of tools.
     * @param cursor cursor from the previous page; {@code null} for the first page
     * @param options options for the call
     * @return the page
     */
    public Mono<ListToolsResult> page(@Nullable String cursor, McpCallOptions options) {
        return this.list
                .page(cursor, options)
                .doOnNext(page -> this.known.add(cursor, page.tools(), page.nextCursor()));
    }

    /**
     * Returns the most recently listed definition of a tool. Sends no request.
     * @param name name of the tool at the server
     * @return the definition, or empty if the tool was not listed or is beyond the first ten thousand
     */
    public Optional<Tool> lastListed(String name) {
        return this.known.definition(name);
    }

    /** Discards the listed tools: the server may have been replaced by one with other schemas (fault D12). */
    public void discardListed() {
        this.known.replace(List.of());
        this.lookups.clear();
        this.oddNamesNoticed.set(false);
    }

    /**
     * Returns whether a tool can only be called as a task, as far as it was listed.
     * @param name name of the tool at the server
     * @return whether its definition requires a task
     */
    public boolean requiresTask(String name) {
        return this.known.requiresTask(name);
    }

    /**
     * Lists the tools for a call that depends on the definition of one, unless the tool was looked up within the last minute.
     * @param name name of the tool at the server
     * @param options options of the call
     * @param deadline deadline of the call
     * @return completes when the definition is known, or cannot be; never fails
     */
    public Mono<Void> lookUp(String name, McpCallOptions options, Deadline deadline) {
        return this.lookups.lookUp(name, options, deadline);
    }

    /** Such a name works at its server, but perhaps not elsewhere, e.g. with models; logged once per connection (TOOL-09). */
    private void warnOfUnconventionalNames(List<Tool> tools) {
        List<String> names = tools.stream()
                .map(Tool::name)
                .filter(name -> !isConventional(name))
                .toList();
        if (!names.isEmpty() && this.oddNamesNoticed.compareAndSet(false, true)) {
            logger.warn(
                    "MCP server \"{}\": {} of {} tools have names that do not consist of 1 to 128 letters, digits,"
                            + " \"_\", \"-\" or \".\"; other clients and models may reject them: {}",
                    this.calls.serverName(),
                    names.size(),
                    tools.size(),
                    names.stream()
                                    .limit(NAMED)
                                    .map(name -> "\"" + SafeText.excerpt(name) + "\"")
                                    .collect(Collectors.joining(", "))
                            + ((names.size() > NAMED) ? " and " + (names.size() - NAMED) + " more" : ""));
        }
    }

    private static boolean isConventional(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
            boolean isDigit = c >= '0' && c <= '9';
            if (!isLetter && !isDigit && c != '_' && c != '-' && c != '.') {
                return false;
            }
        }
        return !name.isEmpty() && name.length() <= MAX_CONVENTIONAL_NAME;
    }

    /**
     * Creates the parameters of a call.
     * @param name name of the tool
     * @param arguments a map, record or bean; {@code null} for no arguments
     * @return the parameters
     * @throws IllegalArgumentException if the name is missing
     * @throws McpRejectedException if the arguments are not written as a JSON object
     */
    public CallToolParams params(String name, @Nullable Object arguments) {
        CallToolParams params = CallToolParams.of(name, null);
        return CallToolParams.of(params.name(), this.arguments.of(name, arguments));
    }

    /**
     * Calls a tool. If it has an output schema, the result is validated, see {@link McpOutputValidation}; a tool that was not
     * listed is looked up for it, see {@link #checked(String, CallToolResult, McpCallOptions, Deadline)}.
     * @param params name and arguments
     * @param options options for the call
     * @param onTask continues if the server has created a task of the extension instead of a result
     * @return the result as sent, including one that reports a failure of the tool
     */
    public Mono<CallToolResult> call(
            CallToolParams params, McpCallOptions options, Function<CallToolResult, Mono<CallToolResult>> onTask) {
        return call(params, options, onTask, (error, deadline) -> Mono.error(error));
    }

    /**
     * Calls a tool, as {@link #call(CallToolParams, McpCallOptions, Function)} does.
     * @param params name and arguments
     * @param options options for the call
     * @param onTask continues if the server has created a task of the extension instead of a result
     * @param onError continues after an error, with the deadline of the call
     * @return the result as sent, including one that reports a failure of the tool
     */
    public Mono<CallToolResult> call(
            CallToolParams params,
            McpCallOptions options,
            Function<CallToolResult, Mono<CallToolResult>> onTask,
            BiFunction<Throwable, Deadline, Mono<CallToolResult>> onError) {
        McpCallOptions effective = this.trustAnnotations ? withAnnotations(params.name(), options) : options;
        return Mono.defer(() -> {
            Deadline deadline = this.calls.deadline(effective);
            Mono<CallToolResult> call = new RecoveringMono<>(
                    this.calls.call(
                            Operation.CALL_TOOL.method(),
                            params,
                            Operation.CALL_TOOL.resultType(),
                            effective,
                            deadline),
                    null,
                    error -> onError.apply(error, deadline));
            OutputCheck output = outputOf(params.name());
            // Looked up again for the result: after a lost connection it may come from another server (fault D12).
            return ((output != null) ? output.whenUsable(call) : call)
                    .flatMap(result -> ResultType.TASK.equals(result.resultType())
                            ? onTask.apply(result)
                            : checked(params.name(), result, effective, deadline));
        });
    }

    /** The caller's options override the server's annotations. */
    private McpCallOptions withAnnotations(String name, McpCallOptions options) {
        KnownTool tool = (options.idempotent() == null) ? this.known.find(name) : null;
        ToolAnnotations annotations = (tool != null) ? tool.tool().annotations() : null;
        return (annotations != null && (annotations.isIdempotent() || annotations.isReadOnly()))
                ? options.withIdempotent(true)
                : options;
    }

    /**
     * Rejects a call whose result is to be bound if it may return an input request of the server instead.
     * @param options options for the call
     * @param call the call
     * @param <T> type of the result
     * @return the call, or its rejection
     */
    public <T> Mono<T> whenBindable(McpCallOptions options, Mono<T> call) {
        return options.isManualInput()
                ? Mono.error(() -> new McpRejectedException(
                        McpErrorDetails.of(
                                        this.calls.serverName(),
                                        McpMethods.TOOLS_CALL,
                                        McpOutcome.NOT_SENT,
                                        "with manual input the server may return an input request, which cannot be"
                                                + " bound")
                                .withRemedy("Call the tool without a type, and bind the final result."),
                        McpRejectedException.Reason.UNSUPPORTED))
                : call;
    }

    /**
     * Rejects a call of a tool with an unusable output schema, if the policy is to fail.
     * @param name name of the tool
     * @param call the call
     * @param <T> type of the result
     * @return the call, or its rejection
     */
    public <T> Mono<T> whenUsable(String name, Mono<T> call) {
        return Mono.defer(() -> {
            OutputCheck output = outputOf(name);
            return (output != null) ? output.whenUsable(call) : call;
        });
    }

    /**
     * Validates a result against the output schema of its tool, see {@link McpOutputValidation}. For structured content of a tool
     * that was not listed, the tools are listed first. If that fails, or the server does not list the tool, the result remains as
     * sent: the tool has run, and its result is worth more than the check.
     * @param name name of the tool
     * @param result result of a call
     * @param options options of the call
     * @param deadline deadline of the call, which limits the list as well
     * @return the result, or an error
     */
    public Mono<CallToolResult> checked(String name, CallToolResult result, McpCallOptions options, Deadline deadline) {
        KnownTool tool = this.known.find(name);
        if (tool == null && this.known.validates() && result.hasStructuredContent() && OutputCheck.isDue(result)) {
            return lookUp(name, options, deadline).then(Mono.defer(() -> checked(this.known.find(name), result)));
        }
        return checked(tool, result);
    }

    private static Mono<CallToolResult> checked(@Nullable KnownTool tool, CallToolResult result) {
        OutputCheck output = (tool != null) ? tool.output() : null;
        return (output != null) ? output.checked(result) : Mono.just(result);
    }

    private @Nullable OutputCheck outputOf(String name) {
        KnownTool tool = this.known.find(name);
        return (tool != null) ? tool.output() : null;
    }

    /**
     * Binds the result of a tool: the structured content, or else its text parsed as JSON. For {@link String}, returns the text
     * unchanged.
     * @param tool name of the tool
     * @param result result of the tool
     * @param reference type to bind to
     * @param <T> type to bind to
     * @return the bound value
     * @throws McpToolException if the tool reports a failure
     * @throws McpProtocolException if the result does not fit the type, or is not a final result
     */
    @SuppressWarnings("unchecked") // an instance of the type
    public <T> T bind(String tool, CallToolResult result, ParameterizedTypeReference<T> reference) {
        Type type = reference.getType();
        if (!result.hasAnswer()) {
            throw unbindable(
                    tool,
                    type,
                    ": it is not a final result, but of type " + SafeText.excerpt(String.valueOf(result.resultType())));
        }
        if (result.isErrorResult()) {
            String text = result.text();
            throw new McpToolException(
                    details("tool \"" + SafeText.excerpt(tool) + "\" failed: " + SafeText.excerpt(text)), tool, text);
        }
        Object bound;
        try {
            if (type == String.class) {
                bound = result.text();
            } else if (result.hasStructuredContent()) {
                bound = this.codec.convert(result.structuredContent(), type);
            } else {
                bound = this.codec.fromJson(result.text(), type);
            }
        } catch (IllegalArgumentException ex) {
            throw unbindable(tool, type, ": " + ex.getMessage());
        }
        if (bound == null) {
            throw unbindable(tool, type, ": it is null");
        }
        return (T) bound;
    }

    private McpProtocolException unbindable(String tool, Type type, String why) {
        return new McpProtocolException(
                details("the result of tool \"" + SafeText.excerpt(tool) + "\" cannot be bound to " + name(type) + why),
                Reason.MALFORMED);
    }

    static String name(Type type) {
        return (type instanceof Class<?> plain) ? plain.getSimpleName() : type.getTypeName();
    }

    private McpErrorDetails details(String problem) {
        return McpErrorDetails.of(this.calls.serverName(), McpMethods.TOOLS_CALL, McpOutcome.ANSWERED, problem);
    }
}
