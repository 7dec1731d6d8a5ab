package io.mcpclient.operation;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpProtocolException.Reason;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpToolException;
import io.mcpclient.error.SafeText;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.operation.KnownTools.KnownTool;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ListToolsResult;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.Tool;
import io.mcpclient.schema.ToolAnnotations;

/**
 * Listing and calling tools. Thread-safe.
 *
 * @see "MCP 2025-11-25, server/tools (TOOL-01, TOOL-02)"
 */
public final class ToolOperations {

    private static final Logger logger = LoggerFactory.getLogger(ToolOperations.class);

    /** Names in one line of the log. */
    private static final int NAMED = 3;

    private static final Pattern CONVENTIONAL_NAME = Pattern.compile("[A-Za-z0-9_.-]{1,128}");

    private final OperationCalls calls;

    private final JsonCodec codec;

    private final Pages<ListToolsResult, Tool> pages;

    private final KnownTools known;

    private final boolean trustAnnotations;

    private final ListReports reports;

    private final AtomicBoolean oddNamesNoticed = new AtomicBoolean();

    /**
     * Creates the operations of one client.
     * @param calls chain and defaults of the client
     * @param codec binds structured results
     * @param limits limits on lists
     * @param outputValidation what happens when a result breaks the schema that its tool declares
     * @param checks threads of this client that hold results against schemas
     * @param trustAnnotations whether the server is believed which of its tools may be called twice
     * @param reports takes what came of lists
     */
    public ToolOperations(
            OperationCalls calls,
            JsonCodec codec,
            ListLimits limits,
            OutputValidation outputValidation,
            Scheduler checks,
            boolean trustAnnotations,
            ListReports reports) {
        this.calls = calls;
        this.codec = codec;
        this.pages = new Pages<>(
                calls,
                McpMethods.TOOLS_LIST,
                ListToolsResult.class,
                ListToolsResult::tools,
                ListToolsResult::nextCursor,
                CollectedItems.Rule.tools(Tool::name, limits),
                limits);
        this.known = new KnownTools(calls.serverName(), outputValidation, checks, limits.tools());
        this.trustAnnotations = trustAnnotations;
        this.reports = reports;
    }

    /**
     * Lists all tools, page by page, under one deadline.
     * @param options wishes of the caller
     * @return the tools in the order of the server, names unique; never {@code null}
     */
    public Mono<List<Tool>> list(McpCallOptions options) {
        return this.pages
                .listed(options)
                .map(listed -> UniqueNames.of(listed, Tool::name))
                .doOnNext(listed -> this.reports.listed(McpMethods.TOOLS_LIST, listed))
                .map(Listed::items)
                .doOnNext(this::noticeOddNames)
                .doOnNext(this.known::replace);
    }

    /**
     * Lists one page of tools.
     * @param cursor where to go on, as the page before said; {@code null} for the first page
     * @param options wishes of the caller
     * @return the page
     */
    public Mono<ListToolsResult> page(@Nullable String cursor, McpCallOptions options) {
        return this.pages.page(cursor, options).doOnNext(page -> {
            this.reports.page(McpMethods.TOOLS_LIST, page.tools().size(), page.dropped());
            this.known.add(page.tools());
        });
    }

    /**
     * Returns the definition of a tool as it was listed last. Costs no request.
     * @param name name of the tool at the server
     * @return the definition, or empty if the tool was not listed, or is beyond the first ten thousand
     */
    public Optional<Tool> lastListed(String name) {
        KnownTool tool = this.known.find(name);
        return (tool != null) ? Optional.of(tool.tool()) : Optional.empty();
    }

    /** Forgets what was listed: the server may be another one now, whose tools have other schemas (fault D12). */
    public void forgetListed() {
        this.known.replace(List.of());
        this.oddNamesNoticed.set(false);
    }

    /**
     * Tells whether a tool can only be called as a task, as far as that was listed.
     * @param name name of the tool at the server
     * @return whether its definition says so
     */
    public boolean requiresTask(String name) {
        return this.known.requiresTask(name);
    }

    /** Such a name works at its server, but perhaps not elsewhere, as with models; said once for a connection (TOOL-09). */
    private void noticeOddNames(List<Tool> tools) {
        List<String> odd = tools.stream()
                .map(Tool::name)
                .filter(name -> !CONVENTIONAL_NAME.matcher(name).matches())
                .toList();
        if (!odd.isEmpty() && this.oddNamesNoticed.compareAndSet(false, true)) {
            logger.warn(
                    "MCP server \"{}\": {} of {} tools have a name that is not of 1 to 128 letters, digits, \"_\", \"-\" or"
                            + " \".\", which other clients and models may refuse: {}",
                    this.calls.serverName(),
                    odd.size(),
                    tools.size(),
                    odd.stream()
                                    .limit(NAMED)
                                    .map(name -> "\"" + SafeText.excerpt(name) + "\"")
                                    .collect(Collectors.joining(", "))
                            + ((odd.size() > NAMED) ? " and " + (odd.size() - NAMED) + " more" : ""));
        }
    }

    /**
     * Calls a tool. If it was listed with an output schema, the result is held against it, see {@link OutputValidation}.
     * @param params name and arguments
     * @param options wishes of the caller
     * @return the result as sent, one that reports a failure of the tool included
     */
    public Mono<CallToolResult> call(CallToolParams params, McpCallOptions options) {
        McpCallOptions wishes = this.trustAnnotations ? withAnnotations(params.name(), options) : options;
        Mono<CallToolResult> call = this.calls.call(McpMethods.TOOLS_CALL, params, CallToolResult.class, wishes);
        return Mono.defer(() -> {
            OutputCheck output = outputOf(params.name());
            // Looked up again for the result: it may be that of another server, after a loss on the way (fault D12).
            return (output != null) ? output.whenUsable(call).flatMap(result -> checked(params.name(), result)) : call;
        });
    }

    /** What the caller says of the call goes before what the server says of the tool. */
    private McpCallOptions withAnnotations(String name, McpCallOptions options) {
        KnownTool tool = (options.idempotent() == null) ? this.known.find(name) : null;
        ToolAnnotations annotations = (tool != null) ? tool.tool().annotations() : null;
        return (annotations != null && (annotations.isIdempotent() || annotations.isReadOnly()))
                ? options.withIdempotent(true)
                : options;
    }

    /**
     * Holds back a call whose result is to be bound, if it may end with questions of the server instead.
     * @param options wishes of the caller
     * @param call the call
     * @param <T> type of its answer
     * @return the call, or its refusal
     */
    public <T> Mono<T> whenBindable(McpCallOptions options, Mono<T> call) {
        return options.isManualInput()
                ? Mono.error(() -> new McpRejectedException(
                        McpErrorDetails.of(
                                        this.calls.serverName(),
                                        McpMethods.TOOLS_CALL,
                                        McpOutcome.NOT_SENT,
                                        "questions of the server, which manual input may lead to, are no result to bind")
                                .withRemedy("Call the tool without a type, and bind the result when it is there."),
                        McpRejectedException.Reason.UNSUPPORTED))
                : call;
    }

    /**
     * Holds back a call of a tool whose output schema is of no use, if policy says so.
     * @param name name of the tool
     * @param call the call
     * @param <T> type of its answer
     * @return the call, or its refusal
     */
    public <T> Mono<T> whenUsable(String name, Mono<T> call) {
        return Mono.defer(() -> {
            OutputCheck output = outputOf(name);
            return (output != null) ? output.whenUsable(call) : call;
        });
    }

    /**
     * Holds a result against the output schema of its tool, see {@link OutputValidation}.
     * @param name name of the tool
     * @param result result of a call that was sent in another way
     * @return the result, or an error
     */
    public Mono<CallToolResult> checked(String name, CallToolResult result) {
        OutputCheck output = outputOf(name);
        return (output != null) ? output.checked(result) : Mono.just(result);
    }

    private @Nullable OutputCheck outputOf(String name) {
        KnownTool tool = this.known.find(name);
        return (tool != null) ? tool.output() : null;
    }

    /**
     * Binds what a tool returned: the structured content, or else its text read as JSON. For {@link String} the text as it
     * is.
     * @param tool name of the tool
     * @param result what it returned
     * @param type type to bind to
     * @param <T> type to bind to
     * @return the bound value
     * @throws McpToolException if the tool reports a failure
     * @throws McpProtocolException if the result does not fit the type, or is not the answer
     */
    public <T> T bind(String tool, CallToolResult result, Class<T> type) {
        if (!result.hasAnswer()) {
            throw unbindable(
                    tool,
                    type,
                    ": it is not the answer, but of the kind " + SafeText.excerpt(String.valueOf(result.resultType())));
        }
        if (result.isErrorResult()) {
            String text = result.text();
            throw new McpToolException(
                    details("tool \"" + SafeText.excerpt(tool) + "\" failed: " + SafeText.excerpt(text)), tool, text);
        }
        T bound;
        try {
            if (type == String.class) {
                bound = type.cast(result.text());
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
        return bound;
    }

    private McpProtocolException unbindable(String tool, Class<?> type, String why) {
        return new McpProtocolException(
                details("the result of tool \"" + SafeText.excerpt(tool) + "\" is no " + type.getSimpleName() + why),
                Reason.MALFORMED);
    }

    private McpErrorDetails details(String problem) {
        return McpErrorDetails.of(this.calls.serverName(), McpMethods.TOOLS_CALL, McpOutcome.ANSWERED, problem);
    }
}
