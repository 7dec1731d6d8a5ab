package io.mcpclient.internal.http;

import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.transport.HttpStatusException;

/**
 * Whether the rejection of a first message indicates a server that only supports HTTP+SSE, as one table.
 *
 * <table>
 * <caption>responses to the POST of a first message, first match counts</caption>
 * <tr><th>response</th><th>HTTP+SSE is tried</th></tr>
 * <tr><td>400, 404, 405 with a JSON-RPC error of the stateless revisions</td><td>no: it supports Streamable HTTP</td></tr>
 * <tr><td>the same to a GET that resumes the accepted POST</td><td>no: likewise</td></tr>
 * <tr><td>400, 404, 405</td><td>yes</td></tr>
 * <tr><td>401, 402, 403, 408, 429, 5xx, anything else</td><td>no: it is unrelated to the transport</td></tr>
 * <tr><td>no HTTP response</td><td>no</td></tr>
 * </table>
 *
 * @see "MCP 2025-11-25, basic/transports, Backwards Compatibility (SSE-02, SSE-03); fault A16"
 */
final class SseFallback {

    private static final Set<Integer> STATUSES = Set.of(400, 404, 405);

    private SseFallback() {}

    static boolean isIndicatedBy(Throwable failure) {
        return failure instanceof HttpStatusException answer
                && answer.loss() == null
                && STATUSES.contains(answer.status())
                && !isModern(answer.error());
    }

    private static boolean isModern(@Nullable JsonRpcError error) {
        return error != null && McpErrorCodes.isOfStatelessRevisions(error.code());
    }
}
