package io.mcpclient.internal.operation;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import reactor.core.publisher.Mono;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.Deadline;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.internal.operation.KnownTools.KnownTool;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ListToolsResult;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.schema.Tool;
import io.mcpclient.support.Loggers;
import io.mcpclient.text.KnownNames;
import io.mcpclient.text.SafeText;

/**
 * The definitions of one client's tools: remembers those that were listed, looks up others for calls that depend on them, and checks
 * results against their output schemas. Thread-safe.
 *
 * @see "MCP 2025-11-25, server/tools (TOOL-01, TOOL-02)"
 */
public final class ToolDefinitions {

    private static final Logger logger = Loggers.TOOLS;

    /** Number of names in one log line. */
    private static final int NAMED = 3;

    private static final int MAX_CONVENTIONAL_NAME = 128;

    /** Errors of servers for a tool that they do not know; the specification has the first. */
    private static final Set<Integer> REJECTED_NAME =
            Set.of(McpErrorCodes.INVALID_PARAMS, McpErrorCodes.METHOD_NOT_FOUND);

    private final String serverName;

    private final KnownTools known;

    private final ListRequests<ListToolsResult, Tool> lists;

    private final ToolLookups lookups;

    private final AtomicBoolean oddNamesNoticed = new AtomicBoolean();

    /**
     * Creates the definitions of one client.
     * @param defaults defaults of calls
     * @param known remembers the listed tools
     * @param lists lists of tools
     */
    public ToolDefinitions(CallDefaults defaults, KnownTools known, ListRequests<ListToolsResult, Tool> lists) {
        this.serverName = defaults.serverName();
        this.known = known;
        this.lists = lists;
        this.lookups = new ToolLookups(defaults.serverName(), defaults.time());
    }

    /** Remembers a complete list. */
    void listed(List<Tool> tools) {
        warnOfUnconventionalNames(tools);
        this.known.replace(tools);
    }

    /** Remembers one page of a list. */
    void listed(@Nullable String cursor, List<Tool> tools, @Nullable String next) {
        this.known.add(cursor, tools, next);
    }

    @Nullable
    KnownTool find(String name) {
        return this.known.find(name);
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
     * @param next sends the requests of the list
     * @return completes when the definition is known, or cannot be; never fails
     */
    public Mono<Void> lookUp(String name, McpCallOptions options, Deadline deadline, CallHandler next) {
        return this.lookups.lookUp(
                name, options, deadline, bare -> this.lists.all(bare, next).doOnNext(this::listed));
    }

    /** Returns the error of a call, with a remedy if the server rejects the name of a tool that it did not list. */
    Throwable explained(String name, Throwable error) {
        String remedy = (error instanceof McpRequestException refusal
                        && REJECTED_NAME.contains(refusal.code())
                        && refusal.remedy() == null)
                ? remedyIfUnlisted(name)
                : null;
        return (remedy != null) ? withRemedy((McpRequestException) error, remedy) : error;
    }

    private static McpRequestException withRemedy(McpRequestException error, String remedy) {
        return new McpRequestException(
                McpErrorDetails.of(error.serverName(), error.operation(), error.outcome(), error.problem())
                        .withRemedy(remedy)
                        .withCause(error.getCause()),
                error.code(),
                error.serverMessage(),
                error.data());
    }

    /** Returns a remedy if a tool is not among the listed ones; {@code null} if it is, or none were listed. Sends no request. */
    @Nullable
    String remedyIfUnlisted(String name) {
        return isUnlisted(name)
                ? "The server did not list this tool. "
                        + KnownNames.remedy(
                                "tools",
                                name,
                                this.known.names().stream().sorted().toList())
                : null;
    }

    /** Whether tools were listed, and this one not. */
    boolean isUnlisted(String name) {
        Set<String> names = this.known.names();
        return !names.isEmpty() && !names.contains(name);
    }

    /** Returns the validation of a tool's results, {@code null} if there is none, as far as the tool was listed. */
    @Nullable
    OutputCheck outputOf(String name) {
        KnownTool tool = this.known.find(name);
        return (tool != null) ? tool.output() : null;
    }

    /** Returns whether a result depends on a definition that was not listed. */
    boolean isUnknown(String name, CallToolResult result) {
        return this.known.find(name) == null
                && this.known.validates()
                && result.hasStructuredContent()
                && OutputCheck.isDue(result);
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
                    this.serverName,
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
}
