package io.mcpclient.sample.api;

import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpInitializationException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpRejectedException.Reason;
import io.mcpclient.error.McpTimeoutException;

/** Converts exceptions to problem details, and chooses their HTTP status. */
@RestControllerAdvice(basePackageClasses = ProblemAdvice.class)
class ProblemAdvice {

    @ExceptionHandler
    ResponseEntity<Problem> handle(McpException ex) {
        return problem(ex);
    }

    static ResponseEntity<Problem> problem(McpException ex) {
        return isUnknownTool(ex)
                ? Problem.of(HttpStatus.NOT_FOUND, ex, ex.problem(), null, ex.outcome())
                : Problem.of(status(ex), ex, ex.getMessage(), ex.serverName(), ex.outcome());
    }

    @ExceptionHandler
    ResponseEntity<Problem> handle(NotFoundException ex) {
        return Problem.of(HttpStatus.NOT_FOUND, ex, ex.getMessage(), null, McpOutcome.NOT_SENT);
    }

    @ExceptionHandler
    ResponseEntity<Problem> handle(InvalidArgumentsException ex) {
        return Problem.of(HttpStatus.BAD_REQUEST, ex, ex.getMessage(), null, McpOutcome.NOT_SENT);
    }

    /** No server has such a tool, so the problem names none. */
    private static boolean isUnknownTool(McpException ex) {
        return ex instanceof McpRejectedException rejected && rejected.reason() == Reason.UNKNOWN_TOOL;
    }

    private static HttpStatus status(McpException ex) {
        boolean away = ex instanceof McpConnectionException
                || ex instanceof McpInitializationException
                || (ex instanceof McpRejectedException rejected && rejected.reason() == Reason.UNAVAILABLE);
        if (away) {
            return HttpStatus.SERVICE_UNAVAILABLE;
        }
        if (ex instanceof McpConfigurationException) {
            return HttpStatus.BAD_REQUEST;
        }
        return (ex instanceof McpTimeoutException) ? HttpStatus.GATEWAY_TIMEOUT : HttpStatus.BAD_GATEWAY;
    }
}
