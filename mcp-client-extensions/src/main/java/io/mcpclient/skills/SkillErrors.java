package io.mcpclient.skills;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.text.SafeText;

/**
 * Errors of skills at one server.
 *
 * @param server configured name of the server
 */
record SkillErrors(String server) {

    McpProtocolException malformed(String operation, String problem) {
        return protocol(operation, problem, null, McpProtocolException.Reason.MALFORMED);
    }

    McpProtocolException limit(String operation, String problem, String remedy) {
        return protocol(operation, problem, remedy, McpProtocolException.Reason.LIMIT);
    }

    McpProtocolException unverified(String operation, String uri, String problem, @Nullable String remedy) {
        return protocol(
                operation,
                SafeText.excerpt(uri) + " " + problem,
                (remedy != null) ? remedy : "Nothing of it was used. Contact the operator of the server.",
                McpProtocolException.Reason.VERIFICATION);
    }

    McpTimeoutException late(String operation, Duration limit) {
        return new McpTimeoutException(
                McpErrorDetails.of(
                                this.server,
                                operation,
                                McpOutcome.UNKNOWN,
                                "not completed within " + limit.toMillis() + " ms")
                        .withRemedy("Check that the server responds, or raise request-timeout."),
                McpTimeoutException.ANSWER,
                limit);
    }

    private McpProtocolException protocol(
            String operation, String problem, @Nullable String remedy, McpProtocolException.Reason reason) {
        return new McpProtocolException(
                McpErrorDetails.of(this.server, operation, McpOutcome.ANSWERED, problem)
                        .withRemedy(remedy),
                reason);
    }

    McpRejectedException rejected(
            String operation, String problem, @Nullable String remedy, McpRejectedException.Reason reason) {
        return new McpRejectedException(
                McpErrorDetails.of(this.server, operation, McpOutcome.NOT_SENT, problem)
                        .withRemedy(remedy),
                reason);
    }

    McpRejectedException denied(McpSkill skill, String problem, @Nullable String remedy, @Nullable String reason) {
        return new McpRejectedException(
                McpErrorDetails.of(
                                this.server,
                                SkillMethods.LOAD,
                                McpOutcome.NOT_SENT,
                                SafeText.excerpt(skill.uri()) + " " + problem)
                        .withRemedy(remedy),
                McpRejectedException.Reason.DENIED,
                reason);
    }

    static boolean isLimit(Throwable error) {
        return error instanceof McpProtocolException broken && broken.reason() == McpProtocolException.Reason.LIMIT;
    }

    static boolean isVerification(Throwable error) {
        return error instanceof McpProtocolException broken
                && broken.reason() == McpProtocolException.Reason.VERIFICATION;
    }
}
