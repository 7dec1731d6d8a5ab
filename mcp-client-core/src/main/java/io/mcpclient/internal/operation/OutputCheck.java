package io.mcpclient.internal.operation;

import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.JsonObject;
import io.mcpclient.schema.JsonValue;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.ResultType;
import io.mcpclient.settings.McpOutputValidation;
import io.mcpclient.support.Loggers;
import io.mcpclient.support.validation.JsonSchema;
import io.mcpclient.support.validation.UnusableSchemaException;
import io.mcpclient.support.validation.Violation;
import io.mcpclient.text.SafeText;

/**
 * Validates the results of one tool against its output schema. The schema is compiled at the first call; a failure to compile
 * is remembered. Thread-safe.
 *
 * @see "MCP 2025-11-25, server/tools, Output Schema (TOOL-14, TOOL-15)"
 */
final class OutputCheck {

    private static final Logger logger = Loggers.TOOLS;

    private final String serverName;

    private final String tool;

    private final JsonObject schema;

    private final McpOutputValidation policy;

    private final Scheduler threads;

    private final AtomicBoolean warned = new AtomicBoolean();

    private volatile @Nullable Compiled compiled;

    /**
     * Creates the check of one tool.
     * @param serverName configured name of the server
     * @param tool name of the tool
     * @param schema its output schema
     * @param policy handling of results that violate the schema
     * @param threads scheduler for validation: hostile schemas may use up their whole time limit, so validation runs neither on
     *     an event loop nor on the threads of handlers or of another server
     */
    OutputCheck(String serverName, String tool, JsonObject schema, McpOutputValidation policy, Scheduler threads) {
        this.serverName = serverName;
        this.tool = tool;
        this.schema = schema;
        this.policy = policy;
        this.threads = threads;
    }

    /** A compiled schema, or the reason why there is none. */
    private record Compiled(
            @Nullable JsonSchema schema, @Nullable UnusableSchemaException reason) {}

    JsonObject schema() {
        return this.schema;
    }

    /** Returns the call, or an error if the schema is not supported. A mistake in it is a reason for a warning only: the tool works. */
    <T> Mono<T> whenUsable(Mono<T> call) {
        return ready().flatMap(compiled -> {
            UnusableSchemaException reason = compiled.reason();
            if (reason == null) {
                return call;
            }
            String problem = "the output schema of tool \"" + SafeText.excerpt(this.tool) + "\" is unusable: "
                    + reason.problem();
            if (this.policy == McpOutputValidation.FAIL && !reason.isDefect()) {
                return Mono.error(refused(problem));
            }
            warn(problem);
            return call;
        });
    }

    /** Returns the result if it conforms, or if it cannot be validated. */
    Mono<CallToolResult> checked(CallToolResult result) {
        return ready().flatMap(compiled -> {
            JsonSchema usable = compiled.schema();
            return (usable != null) ? checked(result, usable) : Mono.just(result);
        });
    }

    private Mono<Compiled> ready() {
        Compiled known = this.compiled;
        return (known != null)
                ? Mono.just(known)
                : Mono.fromCallable(this::compiled)
                        .subscribeOn(this.threads)
                        .onErrorMap(RejectedExecutionException.class, error -> refused("too many checks are queued"));
    }

    private Compiled compiled() {
        Compiled known = this.compiled;
        if (known == null) {
            known = compile();
            this.compiled = known;
        }
        return known;
    }

    @SuppressWarnings("unchecked") // names of members are strings
    private Compiled compile() {
        try {
            return new Compiled(JsonSchema.compile(this.schema.as(Map.class)), null);
        } catch (UnusableSchemaException ex) {
            return new Compiled(null, ex);
        }
    }

    private Mono<CallToolResult> checked(CallToolResult result, JsonSchema usable) {
        if (!isDue(result)) {
            return Mono.just(result);
        }
        JsonValue structured = result.structuredJson();
        if (structured == null) {
            return broken(result, "has no structured content", McpProtocolException.Reason.MALFORMED);
        }
        if (usable.accepts(structured)) {
            return Mono.just(result);
        }
        return Mono.fromCallable(() -> usable.check(result.structuredContent()))
                .subscribeOn(this.threads)
                .flatMap(violation -> broken(result, describe(violation), McpProtocolException.Reason.MALFORMED))
                .onErrorResume(
                        UnusableSchemaException.class,
                        error -> broken(
                                result, "could not be checked: " + error.problem(), McpProtocolException.Reason.LIMIT))
                .onErrorResume(
                        RejectedExecutionException.class,
                        error -> broken(
                                result,
                                "could not be checked: too many checks are queued",
                                McpProtocolException.Reason.LIMIT))
                .defaultIfEmpty(result);
    }

    /** Returns whether a result has to conform: it reports no failure, and is not a request for input or a task instead. */
    static boolean isDue(CallToolResult result) {
        return !result.isErrorResult()
                && (result.resultType() == null || result.resultType().equals(ResultType.COMPLETE));
    }

    private static String describe(Violation violation) {
        return "violates it at \"" + violation.path() + "\" (" + violation.keyword() + ")";
    }

    private Mono<CallToolResult> broken(CallToolResult result, String how, McpProtocolException.Reason reason) {
        String problem =
                "tool \"" + SafeText.excerpt(this.tool) + "\" declares an output schema, but its result " + how;
        if (this.policy == McpOutputValidation.FAIL) {
            return Mono.error(new McpProtocolException(
                    McpErrorDetails.of(this.serverName, McpMethods.TOOLS_CALL, McpOutcome.ANSWERED, problem)
                            .withRemedy("Correct the tool, or set output-validation to warn or off."),
                    reason));
        }
        warn(problem);
        return Mono.just(result);
    }

    private McpRejectedException refused(String problem) {
        return new McpRejectedException(
                McpErrorDetails.of(this.serverName, McpMethods.TOOLS_CALL, McpOutcome.NOT_SENT, problem)
                        .withRemedy("Correct the tool, or set output-validation to warn or off."),
                McpRejectedException.Reason.UNSUPPORTED);
    }

    private void warn(String problem) {
        if (this.warned.compareAndSet(false, true)) {
            logger.warn("MCP server \"{}\": {}", this.serverName, problem);
        }
    }
}
