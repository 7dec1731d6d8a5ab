package io.mcpclient.call;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.handler.McpProgressListener;
import io.mcpclient.schema.LoggingLevel;
import io.mcpclient.schema.McpMetaKeys;
import io.mcpclient.text.HeaderSyntax;
import io.mcpclient.text.SafeText;

/**
 * Options for a single call; unset options fall back to the client's defaults. Immutable and thread-safe.
 *
 * <pre>{@code
 * client.callTool("get_forecast", Map.of("city", "Oslo"), McpCallOptions.timeout(Duration.ofSeconds(5)));
 * }</pre>
 */
public final class McpCallOptions {

    private static final McpCallOptions DEFAULTS = new McpCallOptions(new Draft());

    private final @Nullable Duration timeout;

    private final @Nullable Duration maxTimeout;

    private final @Nullable McpProgressListener progressListener;

    private final @Nullable Boolean extendedByProgress;

    private final boolean manualInput;

    private final Map<String, Object> meta;

    private final Map<String, String> headers;

    private final McpCacheUse cache;

    private final @Nullable Boolean idempotent;

    private final @Nullable LoggingLevel logLevel;

    private final @Nullable McpPrincipal principal;

    private final @Nullable McpToolUse toolUse;

    private final @Nullable String caller;

    private McpCallOptions(Draft draft) {
        this.timeout = draft.timeout;
        this.maxTimeout = draft.maxTimeout;
        this.progressListener = draft.progressListener;
        this.extendedByProgress = draft.extendedByProgress;
        this.manualInput = draft.manualInput;
        this.meta = draft.meta;
        this.headers = draft.headers;
        this.cache = draft.cache;
        this.idempotent = draft.idempotent;
        this.logLevel = draft.logLevel;
        this.principal = draft.principal;
        this.toolUse = draft.toolUse;
        this.caller = draft.caller;
    }

    /** Mutable copy of the options: a new option needs one more field here, not a parameter in every method below. */
    private static final class Draft {

        private @Nullable Duration timeout;

        private @Nullable Duration maxTimeout;

        private @Nullable McpProgressListener progressListener;

        private @Nullable Boolean extendedByProgress;

        private boolean manualInput;

        private Map<String, Object> meta = Map.of();

        private Map<String, String> headers = Map.of();

        private McpCacheUse cache = McpCacheUse.USE;

        private @Nullable Boolean idempotent;

        private @Nullable LoggingLevel logLevel;

        private @Nullable McpPrincipal principal;

        private @Nullable McpToolUse toolUse;

        private @Nullable String caller;
    }

    private McpCallOptions with(Consumer<Draft> change) {
        Draft draft = new Draft();
        draft.timeout = this.timeout;
        draft.maxTimeout = this.maxTimeout;
        draft.progressListener = this.progressListener;
        draft.extendedByProgress = this.extendedByProgress;
        draft.manualInput = this.manualInput;
        draft.meta = this.meta;
        draft.headers = this.headers;
        draft.cache = this.cache;
        draft.idempotent = this.idempotent;
        draft.logLevel = this.logLevel;
        draft.principal = this.principal;
        draft.toolUse = this.toolUse;
        draft.caller = this.caller;
        change.accept(draft);
        return new McpCallOptions(draft);
    }

    /**
     * Returns the default options, with nothing set.
     * @return the defaults
     */
    public static McpCallOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Returns options with a timeout.
     * @param timeout see {@link #withTimeout(Duration)}
     * @return the options
     */
    public static McpCallOptions timeout(Duration timeout) {
        return DEFAULTS.withTimeout(timeout);
    }

    /**
     * Returns options for a call on behalf of the application itself.
     * @return see {@link #withPrincipal(McpPrincipal)}
     */
    public static McpCallOptions asApplication() {
        return DEFAULTS.withPrincipal(McpPrincipal.APPLICATION);
    }

    /**
     * Returns a copy for a call on behalf of a principal, with its session and credentials. It takes precedence over the
     * principal of the context and that of the {@link io.mcpclient.auth.McpPrincipalResolver}. Filters of a registry and
     * approvals see it; clients with a single identity make the call with that identity.
     * @param principal the principal, {@link McpPrincipal#APPLICATION} for the application itself
     * @return the copy
     * @throws IllegalArgumentException if the principal is {@code null}
     */
    public McpCallOptions withPrincipal(McpPrincipal principal) {
        required("principal", principal);
        return with(draft -> draft.principal = principal);
    }

    /**
     * Returns a copy for a request that a model makes through a tool which is not the server's. Approval and the log of tool calls
     * treat the request as a call of that tool; nothing of it is sent.
     * @param toolUse the tool and the arguments from the model
     * @return the copy
     * @throws IllegalArgumentException if it is {@code null}
     */
    public McpCallOptions withToolUse(McpToolUse toolUse) {
        required("toolUse", toolUse);
        return with(draft -> draft.toolUse = toolUse);
    }

    /**
     * Returns a copy for a call that is made neither by a model nor by code of the application, but by something that acts on its own,
     * such as a view of MCP Apps. Approvals and the log of tool calls see it; nothing of it is sent.
     * @param caller name of the caller for people, such as {@code view ui://shop/chart}
     * @return the copy
     * @throws IllegalArgumentException if it is {@code null} or blank
     */
    public McpCallOptions withCaller(String caller) {
        required("caller", caller);
        if (caller.isBlank()) {
            throw new IllegalArgumentException("caller must not be blank");
        }
        return with(draft -> draft.caller = caller);
    }

    /**
     * Returns a copy with a timeout for the whole operation: connecting, all pages of a list, the response. Time during
     * which the server waits for the client, because it has requested input or sampling, does not count against this
     * timeout, but against the maximum timeout.
     * @param timeout positive duration
     * @return the copy
     * @throws IllegalArgumentException if the duration is zero or negative
     * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle">MCP: Lifecycle</a>
     */
    public McpCallOptions withTimeout(Duration timeout) {
        return with(draft -> draft.timeout = positive(timeout));
    }

    /**
     * Returns a copy with a maximum timeout for each request of the operation, which nothing extends.
     * @param maxTimeout positive duration; has no effect if it is shorter than the timeout
     * @return the copy
     * @throws IllegalArgumentException if the duration is zero or negative
     * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle">MCP: Lifecycle</a>
     */
    public McpCallOptions withMaxTimeout(Duration maxTimeout) {
        return with(draft -> draft.maxTimeout = positive(maxTimeout));
    }

    /**
     * Returns a copy with a listener for the progress of this operation. The request carries a generated progress token;
     * the server may still send no progress.
     * @param listener receives the progress of this operation only, always before the operation ends
     * @return the copy
     * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/progress">MCP: Progress</a>
     */
    public McpCallOptions withProgress(McpProgressListener listener) {
        required("listener", listener);
        return with(draft -> draft.progressListener = listener);
    }

    /**
     * Returns a copy that sets whether progress extends the timeout. By default, each progress notification restarts the
     * timeout; a server sends them if there is a progress listener, of the operation or of the client. The maximum timeout is never
     * extended.
     * @param extended whether progress extends the timeout; if so, the request asks the server for progress also without a listener
     * @return the copy
     * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle">MCP: Lifecycle</a>
     */
    public McpCallOptions withTimeoutExtendedByProgress(boolean extended) {
        return with(draft -> draft.extendedByProgress = extended);
    }

    /**
     * Returns a copy that leaves input requests of the server to the caller. By default, the handlers of the client respond
     * to them, and an operation ends with its final result. With manual input, the operation ends with the input requests,
     * if any, and the caller sends it again with the responses, as often as needed. The server may then request any input
     * that the protocol defines, even if there is no handler for it.
     *
     * <pre>{@code
     * McpCallOptions manual = McpCallOptions.defaults().withManualInput();
     * CallToolParams params = CallToolParams.of("book_flight", Map.of("to", "Oslo"));
     * CallToolResult result = client.callTool(params, manual);
     * while (result.inputRequired().isPresent()) {
     *     InputRequiredResult required = result.inputRequired().get();
     *     Map<String, InputResponse> responses = responsesTo(required.inputRequests()); // null if nothing is requested
     *     result = client.callTool(params.withInput(responses, required.requestState()), manual);
     * }
     * }</pre>
     *
     * Applies to {@code tools/call}, {@code prompts/get} and {@code resources/read} in revision 2026-07-28 and later;
     * servers of earlier revisions always use the handlers. A tool call whose result is bound to a type cannot end with
     * input requests, and is rejected.
     * @return the copy
     * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr">MCP: Multi Round-Trip
     *     Requests</a>
     */
    public McpCallOptions withManualInput() {
        return with(draft -> draft.manualInput = true);
    }

    /**
     * Returns a copy with one more entry of {@code params._meta}. Keys reserved by the protocol are rejected: the client
     * sets the required ones, {@link #withProgress} and {@link #withLogLevel} control two of them. Keys of the W3C trace
     * context ({@code traceparent}, {@code tracestate}, {@code baggage}) are allowed. Entries in the {@code _meta} of
     * parameters are sent as they are, unless the client sets an entry of the same key.
     * @param key name as in the protocol, with your own prefix such as {@code com.example/}
     * @param value plain JSON
     * @return the copy
     * @throws IllegalArgumentException if the key is malformed or reserved
     * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic">MCP: Base protocol</a>
     */
    public McpCallOptions withMeta(String key, Object value) {
        required("key", key);
        if (!McpMetaKeys.isValid(key)) {
            throw new IllegalArgumentException("_meta key \"" + SafeText.excerpt(key)
                    + "\" is malformed: use an optional prefix of labels and a slash, and a name of letters, digits, \"-\","
                    + " \"_\" and \".\", for example com.example/tenant");
        }
        if (McpMetaKeys.isReserved(key) || key.equals(McpMetaKeys.PROGRESS_TOKEN)) {
            throw new IllegalArgumentException("_meta key \"" + key
                    + "\" is reserved for the protocol: use withLogLevel or withProgress for log levels and progress, and your"
                    + " own prefix for custom entries, for example com.example/tenant");
        }
        Map<String, Object> copy = new LinkedHashMap<>(this.meta);
        copy.put(key, value);
        return with(draft -> draft.meta = Collections.unmodifiableMap(copy));
    }

    /**
     * Returns a copy with the minimum level of the log messages that the server sends while it executes this operation. It
     * takes precedence over the level of the client.
     *
     * <p>The level is sent with the request to servers of revision 2026-07-28 that support logging. Earlier revisions have
     * one level for the whole session: there the option has no effect, which is logged once; use {@code log-level} or
     * {@code setLoggingLevel} instead.
     * @param level one of the levels that the protocol defines
     * @return the copy
     * @throws IllegalArgumentException if the protocol does not define the level: the server would reject the whole request
     * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging">MCP: Logging</a>
     */
    public McpCallOptions withLogLevel(LoggingLevel level) {
        required("level", level);
        if (!level.isKnown()) {
            throw new IllegalArgumentException("\"" + SafeText.excerpt(level.value())
                    + "\" is not a log level: use debug, info, notice, warning, error, critical, alert or emergency");
        }
        return with(draft -> draft.logLevel = level);
    }

    /**
     * Returns a copy with one more HTTP header. Transports without headers ignore it; headers of the protocol take
     * precedence over it.
     * @param name header name
     * @param value header value, visible characters and inner spaces only
     * @return the copy
     * @throws IllegalArgumentException if name or value are not legal in HTTP
     */
    public McpCallOptions withHeader(String name, String value) {
        required("name", name);
        required("value", value);
        HeaderSyntax.check(name, value);
        Map<String, String> copy = new LinkedHashMap<>(this.headers);
        copy.put(name, value);
        return with(draft -> draft.headers = Collections.unmodifiableMap(copy));
    }

    /**
     * Returns a copy that sets the use of the response cache. By default, lists and contents of resources are cached for as
     * long as the server permits. Several callers may receive the same cached object.
     * @param use the use of the cache; {@link McpCacheUse#USE} by default
     * @return the copy
     * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching">MCP: Caching</a>
     */
    public McpCallOptions withCache(McpCacheUse use) {
        required("use", use);
        return with(draft -> draft.cache = use);
    }

    /**
     * Returns a copy that marks the call as idempotent (or not). Only an idempotent call is retried after its response was
     * lost. By default, lists, reads, prompts, completions, pings and the state of tasks are idempotent, and
     * {@code tools/call} is not, unless the tool is annotated accordingly and the annotations of the server are trusted.
     *
     * <p>A call that the server has certainly not executed is retried in either case.
     * @param idempotent whether executing the call twice does no harm
     * @return the copy
     * @see io.mcpclient.error.McpOutcome
     */
    public McpCallOptions withIdempotent(boolean idempotent) {
        return with(draft -> draft.idempotent = idempotent);
    }

    private static void required(String name, @Nullable Object value) {
        if (value == null) {
            throw new IllegalArgumentException(
                    "the argument \"" + name + "\" of the call options is null: pass a value");
        }
    }

    private static Duration positive(Duration timeout) {
        required("timeout", timeout);
        if (timeout.isZero() || timeout.isNegative()) {
            throw new IllegalArgumentException("timeout must be positive: " + timeout);
        }
        return timeout;
    }

    /**
     * Returns the timeout of the whole operation.
     * @return the duration, or {@code null} for the {@code request-timeout} of the client
     */
    public @Nullable Duration timeout() {
        return this.timeout;
    }

    /**
     * Returns the maximum timeout of a request.
     * @return the duration, or {@code null} for the {@code request-timeout-max} of the client
     */
    public @Nullable Duration maxTimeout() {
        return this.maxTimeout;
    }

    /**
     * Returns the listener for progress.
     * @return the listener, or {@code null} if this operation has none
     */
    public @Nullable McpProgressListener progressListener() {
        return this.progressListener;
    }

    /**
     * Returns whether progress extends the timeout.
     * @return the option, {@code true} by default
     */
    public boolean isExtendedByProgress() {
        return !Boolean.FALSE.equals(this.extendedByProgress);
    }

    /**
     * Returns whether the request asks the server for progress, even if the client has no listener for that of all operations.
     * @return whether there is a progress listener, or the timeout was set to be extended
     */
    public boolean isProgressRequested() {
        return this.progressListener != null || Boolean.TRUE.equals(this.extendedByProgress);
    }

    /**
     * Returns whether the caller responds to input requests of the server.
     * @return {@code false} by default: the handlers of the client respond
     */
    public boolean isManualInput() {
        return this.manualInput;
    }

    /**
     * Returns the entries for {@code params._meta}.
     * @return the entries, empty by default
     */
    public Map<String, Object> meta() {
        return this.meta;
    }

    /**
     * Returns the additional HTTP headers.
     * @return the headers, empty by default
     */
    public Map<String, String> headers() {
        return this.headers;
    }

    /**
     * Returns the use of the response cache.
     * @return the use, {@link McpCacheUse#USE} by default
     */
    public McpCacheUse cache() {
        return this.cache;
    }

    /**
     * Returns whether the call is idempotent.
     * @return the option, or {@code null} for the default of the operation
     */
    public @Nullable Boolean idempotent() {
        return this.idempotent;
    }

    /**
     * Returns on whose behalf the call is made.
     * @return the principal, or {@code null} for the current one
     */
    public @Nullable McpPrincipal principal() {
        return this.principal;
    }

    /**
     * Returns the minimum level of the log messages that the server sends for the operation.
     * @return the level, or {@code null} for the level of the client
     */
    public @Nullable LoggingLevel logLevel() {
        return this.logLevel;
    }

    /**
     * Returns the tool through which a model makes the request.
     * @return the tool and its arguments, or {@code null} if the request is not made through such a tool
     */
    public @Nullable McpToolUse toolUse() {
        return this.toolUse;
    }

    /**
     * Returns the caller that acts on its own.
     * @return its name, or {@code null} if the call is made by a model or by code of the application
     */
    public @Nullable String caller() {
        return this.caller;
    }
}
