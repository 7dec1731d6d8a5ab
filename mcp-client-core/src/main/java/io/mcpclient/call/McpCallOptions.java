package io.mcpclient.call;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import io.mcpclient.error.SafeText;
import io.mcpclient.handler.McpProgressListener;
import io.mcpclient.net.HeaderSyntax;
import io.mcpclient.schema.LoggingLevel;
import io.mcpclient.schema.McpMetaKeys;

/**
 * Wishes for one operation. Immutable and thread-safe; what is not set comes from the settings of the client.
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

    private final boolean asApplication;

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
        this.asApplication = draft.asApplication;
    }

    /** Options in the making: one more wish is one more field here, and not a parameter in every method below. */
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

        private boolean asApplication;
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
        draft.asApplication = this.asApplication;
        change.accept(draft);
        return new McpCallOptions(draft);
    }

    /**
     * Returns options that wish for nothing.
     * @return the defaults
     */
    public static McpCallOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Starts with a time limit.
     * @param timeout see {@link #withTimeout(Duration)}
     * @return the options
     */
    public static McpCallOptions timeout(Duration timeout) {
        return DEFAULTS.withTimeout(timeout);
    }

    /**
     * Returns options for an operation of the application itself.
     * @return see {@link #withApplication()}
     */
    public static McpCallOptions asApplication() {
        return DEFAULTS.withApplication();
    }

    /**
     * Copies these options for an operation on behalf of the application, with its session and credentials, not those of the
     * caller.
     * Has no effect on clients that are used under one identity.
     * @return the copy
     * @see io.mcpclient.auth.McpPrincipal#APPLICATION
     */
    public McpCallOptions withApplication() {
        return with(draft -> draft.asApplication = true);
    }

    /**
     * Copies these options with a limit for the whole operation: connecting, all pages of a list, the answer. Time in which
     * the server waits for us, because it has asked for input or for a model, does not count against it, but against the
     * longest time.
     * @param timeout positive duration
     * @return the copy
     * @throws IllegalArgumentException if the duration is zero or negative
     * @see "MCP 2025-11-25, basic/lifecycle, Timeouts (TMO-02, TMO-08)"
     */
    public McpCallOptions withTimeout(Duration timeout) {
        return with(draft -> draft.timeout = positive(timeout));
    }

    /**
     * Copies these options with a longest time for each request of the operation, which nothing extends.
     * @param maxTimeout positive duration; has no effect if it is shorter than the timeout
     * @return the copy
     * @throws IllegalArgumentException if the duration is zero or negative
     * @see "MCP 2025-11-25, basic/lifecycle, Timeouts (TMO-04)"
     */
    public McpCallOptions withMaxTimeout(Duration maxTimeout) {
        return with(draft -> draft.maxTimeout = positive(maxTimeout));
    }

    /**
     * Copies these options with a listener for the progress of this operation. The server is asked for it with a token made
     * for the purpose; it may send none.
     * @param listener hears of this operation alone, always before it ends
     * @return the copy
     * @see "MCP 2025-11-25, basic/utilities/progress (PRG-01, PRG-02)"
     */
    public McpCallOptions withProgress(McpProgressListener listener) {
        required("listener", listener);
        return with(draft -> draft.progressListener = listener);
    }

    /**
     * Copies these options with a decision on what progress does to the time limit. By default it begins anew with each
     * sign of progress if there is a listener for it. Never extends beyond the longest time.
     * @param extended whether progress extends the time limit; if so, the server is asked for it
     * @return the copy
     * @see "MCP 2025-11-25, basic/lifecycle, Timeouts (TMO-03, TMO-04)"
     */
    public McpCallOptions withTimeoutExtendedByProgress(boolean extended) {
        return with(draft -> draft.extendedByProgress = extended);
    }

    /**
     * Copies these options with the wish to answer the questions of the server oneself. By default the handlers of the
     * client do that, and an operation ends with its answer. So it ends with the questions, if there are any, and is to be
     * sent again with answers to them, as often as it takes. The server may then ask for anything that the protocol knows,
     * whether there is a handler for it or not.
     *
     * <pre>{@code
     * McpCallOptions manual = McpCallOptions.defaults().withManualInput();
     * CallToolParams params = CallToolParams.of("book_flight", Map.of("to", "Oslo"));
     * CallToolResult result = client.callTool(params, manual);
     * while (result.inputRequired().isPresent()) {
     *     InputRequiredResult asked = result.inputRequired().get();
     *     Map<String, InputResponse> answers = answersTo(asked.inputRequests()); // null if nothing is asked for
     *     result = client.callTool(params.withInput(answers, asked.requestState()), manual);
     * }
     * }</pre>
     *
     * Applies to {@code tools/call}, {@code prompts/get} and {@code resources/read}, and to revisions from 2026-07-28 on:
     * servers of earlier ones ask the handlers at any rate. A tool call whose result is to be bound to a type cannot end
     * with questions, and is refused.
     * @return the copy
     * @see "MCP 2026-07-28, basic/patterns/mrtr (CAP-06, MRTR-13)"
     */
    public McpCallOptions withManualInput() {
        return with(draft -> draft.manualInput = true);
    }

    /**
     * Copies these options with one more entry for {@code params._meta}. Keys that the protocol reserves are refused: the client
     * sets those that a request needs, {@link #withProgress} and {@link #withLogLevel} ask for what two of them stand for. Keys
     * of the W3C trace context ({@code traceparent}, {@code tracestate}, {@code baggage}) are allowed. Entries in the
     * {@code _meta} of parameters are sent as they are, unless the client sets an entry of the same key.
     * @param key name as in the protocol, with a prefix of your own such as {@code com.example/}
     * @param value plain JSON
     * @return the copy
     * @throws IllegalArgumentException if the key is malformed or reserved
     * @see "MCP 2025-11-25, basic, _meta (META-06 to META-08)"
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
                    + "\" is reserved for the protocol: use withLogLevel or withProgress for what they do, and a prefix of your"
                    + " own for entries of your own, for example com.example/tenant");
        }
        Map<String, Object> copy = new LinkedHashMap<>(this.meta);
        copy.put(key, value);
        return with(draft -> draft.meta = Collections.unmodifiableMap(copy));
    }

    /**
     * Copies these options with the least severe level of the log messages that the server sends while it executes this
     * operation. It takes precedence over the level of the client.
     *
     * <p>Servers of revision 2026-07-28 that offer logging are told with the request. In earlier revisions there is one level
     * for the whole session: there the option has no effect, which the log says once; use {@code log-level} or
     * {@code setLoggingLevel} instead.
     * @param level one of the levels that the protocol defines
     * @return the copy
     * @throws IllegalArgumentException if the protocol does not define the level: the server would refuse the whole request
     * @see "MCP 2026-07-28, server/utilities/logging (LOG-03, LOG-05)"
     */
    public McpCallOptions withLogLevel(LoggingLevel level) {
        required("level", level);
        if (!level.isKnown()) {
            throw new IllegalArgumentException("\"" + SafeText.excerpt(level.value())
                    + "\" is no log level: use debug, info, notice, warning, error, critical, alert or emergency");
        }
        return with(draft -> draft.logLevel = level);
    }

    /**
     * Copies these options with one more HTTP header. Transports without headers ignore it; headers of the protocol
     * win over it.
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
     * Copies these options with a decision on answers that are kept. By default, lists and contents of resources that the
     * server lets us keep for a while are not asked for again meanwhile. Several callers may be given the same object then.
     * @param use what to do; {@link McpCacheUse#USE} by default
     * @return the copy
     * @see "MCP 2026-07-28, server/utilities/caching (CACHE-03)"
     */
    public McpCallOptions withCache(McpCacheUse use) {
        required("use", use);
        return with(draft -> draft.cache = use);
    }

    /**
     * Copies these options with a word on whether the operation may be executed twice. A call whose answer was lost is
     * repeated only then. By default that is so for lists, reads, prompts, completions, pings and the state of tasks, and
     * not for {@code tools/call}, unless the tool is annotated accordingly and the annotations of the server are trusted.
     *
     * <p>A call that the server is known not to have executed is repeated at any rate.
     * @param idempotent whether executing it twice does no harm
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
     * Returns the wished limit for the whole operation.
     * @return the duration, or {@code null} for the {@code request-timeout} of the client
     */
    public @Nullable Duration timeout() {
        return this.timeout;
    }

    /**
     * Returns the wished longest time of a request.
     * @return the duration, or {@code null} for the {@code request-timeout-max} of the client
     */
    public @Nullable Duration maxTimeout() {
        return this.maxTimeout;
    }

    /**
     * Returns the listener for progress.
     * @return the listener, or {@code null} if there is none for this operation
     */
    public @Nullable McpProgressListener progressListener() {
        return this.progressListener;
    }

    /**
     * Tells whether progress extends the time limit.
     * @return whether it was wished for, or there is a listener and nothing else was wished for
     */
    public boolean isExtendedByProgress() {
        Boolean wished = this.extendedByProgress;
        return (wished != null) ? wished : this.progressListener != null;
    }

    /**
     * Tells who answers the questions of the server.
     * @return whether the caller does that itself; false by default: the handlers of the client do
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
     * Returns what to do with answers that are kept.
     * @return the decision, {@link McpCacheUse#USE} by default
     */
    public McpCacheUse cache() {
        return this.cache;
    }

    /**
     * Returns whether the operation may be executed twice.
     * @return what was said, or {@code null} if that depends on the operation
     */
    public @Nullable Boolean idempotent() {
        return this.idempotent;
    }

    /**
     * Tells whether the operation is the application's, even if a user calls.
     * @return {@code false} by default: it is the current principal's
     */
    public boolean isAsApplication() {
        return this.asApplication;
    }

    /**
     * Returns the least severe level of the log messages that the server sends for the operation.
     * @return the level, or {@code null} for the level of the client
     */
    public @Nullable LoggingLevel logLevel() {
        return this.logLevel;
    }
}
