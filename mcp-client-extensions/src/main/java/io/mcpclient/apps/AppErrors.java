package io.mcpclient.apps;

import org.jspecify.annotations.Nullable;

import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.text.SafeText;

/**
 * Errors about views of one server.
 *
 * @param server configured name of the server
 */
record AppErrors(String server) {

    /** Names of operations, for errors. */
    static final String READ = "read view";

    static final String OPEN = "open view";

    static final String PIN = "pin view";

    McpProtocolException unusable(String uri, String problem, McpProtocolException.Reason reason) {
        return new McpProtocolException(
                McpErrorDetails.of(this.server, READ, McpOutcome.ANSWERED, SafeText.excerpt(uri) + " " + problem)
                        .withRemedy("It is not shown. Contact the operator of the server."),
                reason);
    }

    McpRejectedException rejected(
            String operation, String problem, @Nullable String remedy, McpRejectedException.Reason reason) {
        return new McpRejectedException(
                McpErrorDetails.of(this.server, operation, McpOutcome.NOT_SENT, problem)
                        .withRemedy(remedy),
                reason);
    }
}
