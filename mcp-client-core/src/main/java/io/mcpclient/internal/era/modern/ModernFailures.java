package io.mcpclient.internal.era.modern;

import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpSessionException;
import io.mcpclient.internal.era.Failures;
import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.transport.HttpStatusException;

/**
 * Rows that the stateless revision adds to {@link Failures}.
 *
 * <table>
 * <caption>unsuccessful HTTP responses, first match applies</caption>
 * <tr><th>status</th><th>condition</th><th>meaning</th><th>outcome</th></tr>
 * <tr><td>400, 404, 405, 406</td><td>no JSON-RPC error, or one with a server-defined code</td>
 * <td>this may not be the server that was discovered: {@link ServerProbe}</td><td>rejected</td></tr>
 * </table>
 *
 * @see "MCP 2026-07-28, basic/index, error codes (RPC-24, CAP-09, HTM-17 to HTM-19), basic/versioning (VER-16); fault A19"
 */
final class ModernFailures extends Failures {

    private static final Set<Integer> REFUSALS = Set.of(400, 404, 405, 406);

    ModernFailures(String serverName) {
        super(serverName);
    }

    @Override
    protected @Nullable McpException ofEra(String operation, HttpStatusException answer) {
        JsonRpcError error = answer.error();
        boolean foreign = error == null || isPrivate(error.code());
        if (!REFUSALS.contains(answer.status()) || !foreign) {
            return null;
        }
        return new McpSessionException(
                details(operation, McpOutcome.REJECTED, answer, "not a response of a server of the stateless revision")
                        .withRemedy(
                                "Check the path of the url and any proxies on the way: a proxy may refuse requests by itself.")
                        .withCause(answer));
    }

    /** Codes of the handshake era and of SDKs, which are undefined in this revision (RPC-24). */
    private static boolean isPrivate(int code) {
        return code <= -32000 && code >= -32019 && code != McpErrorCodes.RESOURCE_NOT_FOUND;
    }

    @Override
    protected @Nullable String remedyFor(JsonRpcError error) {
        if (error.code() == McpErrorCodes.HEADER_MISMATCH) {
            return "The headers that the server received do not match the body or the server's requirements. Look for a"
                    + " proxy that changes or drops headers that begin with Mcp-, and compare the tools that the server"
                    + " lists with what it checks.";
        }
        return MissingCapabilities.remedyFor(error);
    }
}
