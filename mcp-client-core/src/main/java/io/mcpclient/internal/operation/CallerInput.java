package io.mcpclient.internal.operation;

import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.call.RequiredArgument;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;

/**
 * Validates the arguments of an operation before anything is sent. A missing argument is reported like any other error of the
 * operation: with server, outcome and remedy, and as a signal, not thrown.
 *
 * @param serverName configured name of the server
 */
public record CallerInput(String serverName) {

    /** A hundred years, far below the overflow of milliseconds. */
    private static final Duration LONGEST_RETENTION = Duration.ofDays(36_500);

    /**
     * Makes a call with parameters if they are complete.
     * @param method protocol method, for the error
     * @param params creates the parameters; throws an {@link IllegalArgumentException} that names the missing value
     * @param call makes the call
     * @param <P> type of the parameters
     * @param <R> type of the result
     * @return the call, or its rejection
     */
    public <P, R> Mono<R> with(String method, Supplier<@Nullable P> params, Function<P, Mono<R>> call) {
        return Mono.defer(() -> {
            P complete;
            try {
                complete = params.get();
            } catch (IllegalArgumentException ex) {
                return Mono.error(rejected(method, ex.getMessage(), ex));
            }
            return (complete != null) ? call.apply(complete) : Mono.error(rejected(method, "params are null", null));
        });
    }

    /**
     * Makes a call that requires one more argument, if it is not {@code null}.
     * @param method protocol method, for the error
     * @param name name of the argument, for the error
     * @param argument the argument
     * @param call makes the call
     * @param <R> type of the result
     * @return the call, or its rejection
     */
    public <R> Mono<R> with(String method, String name, @Nullable Object argument, Supplier<Mono<R>> call) {
        return (argument != null)
                ? call.get()
                : Mono.error(() -> RequiredArgument.missing(this.serverName, method, name));
    }

    /**
     * Makes a call with options, if they are not {@code null}.
     * @param method protocol method, for the error
     * @param options options of the call
     * @param call makes the call
     * @param <R> type of the result
     * @return the call, or its rejection
     */
    public <R> Mono<R> with(String method, @Nullable McpCallOptions options, Supplier<Mono<R>> call) {
        return with(method, "options", options, call);
    }

    /**
     * Makes a call with options and parameters, if both are complete.
     * @param method protocol method, for the error
     * @param options options of the call
     * @param params creates the parameters; throws an {@link IllegalArgumentException} that names the missing value
     * @param call makes the call
     * @param <P> type of the parameters
     * @param <R> type of the result
     * @return the call, or its rejection
     */
    public <P, R> Mono<R> with(
            String method, @Nullable McpCallOptions options, Supplier<@Nullable P> params, Function<P, Mono<R>> call) {
        return with(method, options, () -> with(method, params, call));
    }

    /**
     * Returns the argument of an operation that completes immediately.
     * @param operation name of the operation, for the error
     * @param name name of the argument, for the error
     * @param argument the argument
     * @param <T> type of the argument
     * @return the argument, not {@code null}
     * @throws McpRejectedException if it is {@code null}
     */
    public <T> T required(String operation, String name, @Nullable T argument) {
        return RequiredArgument.of(this.serverName, operation, name, argument);
    }

    /**
     * Returns a text argument of an operation that completes immediately.
     * @param operation name of the operation, for the error
     * @param name name of the argument, for the error
     * @param argument the argument
     * @return the argument, neither {@code null} nor blank
     * @throws McpRejectedException if it is {@code null} or blank
     */
    public String requiredText(String operation, String name, @Nullable String argument) {
        String text = required(operation, name, argument);
        if (text.isBlank()) {
            throw rejected(operation, "the argument \"" + name + "\" is blank", null);
        }
        return text;
    }

    /**
     * Makes a call that creates a task, if the requested retention can be sent.
     * @param method protocol method, for the error
     * @param ttl requested retention, or {@code null} for none
     * @param call makes the call
     * @param <R> type of the result
     * @return the call, or its rejection
     */
    public <R> Mono<R> withRetention(String method, @Nullable Duration ttl, Supplier<Mono<R>> call) {
        if (ttl == null || (!ttl.isNegative() && ttl.compareTo(LONGEST_RETENTION) <= 0)) {
            return call.get();
        }
        return Mono.error(() -> new McpRejectedException(
                McpErrorDetails.of(this.serverName, method, McpOutcome.NOT_SENT, "the ttl of the task is " + ttl)
                        .withRemedy("Pass a duration from zero to 36500 days, or null to leave it to the server."),
                McpRejectedException.Reason.INVALID_ARGUMENT));
    }

    /**
     * Makes a call of a method named by the caller.
     * @param method name of the method; {@code null} and blank names are rejected
     * @param call makes the call
     * @param <R> type of the result
     * @return the call, or its rejection
     */
    public <R> Mono<R> withMethod(@Nullable String method, Function<String, Mono<R>> call) {
        return (method == null || method.isBlank())
                ? Mono.error(() -> rejected("request", "the method name is missing", null))
                : call.apply(method);
    }

    private McpRejectedException rejected(String method, @Nullable String problem, @Nullable Throwable cause) {
        return new McpRejectedException(
                McpErrorDetails.of(this.serverName, method, McpOutcome.NOT_SENT, String.valueOf(problem))
                        .withRemedy("Pass a value that is neither null nor blank.")
                        .withCause(cause),
                McpRejectedException.Reason.INVALID_ARGUMENT);
    }
}
