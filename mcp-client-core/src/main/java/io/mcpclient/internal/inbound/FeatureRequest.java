package io.mcpclient.internal.inbound;

import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

import io.mcpclient.handler.McpRequestContext;
import io.mcpclient.handler.McpRequestRefusedException;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.schema.ClientCapabilities;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.support.Loggers;

/**
 * A request of the server, as features see it.
 *
 * @param params its parameters as plain JSON, or {@code null}
 * @param revision negotiated revision
 * @param declared capabilities that this client declares in that revision
 * @param handlers handlers of this client
 * @param context context for the handler
 * @param codec reads the parameters
 */
record FeatureRequest(
        @Nullable Object params,
        ProtocolRevision revision,
        ClientCapabilities declared,
        McpHandlers handlers,
        McpRequestContext context,
        JsonCodec codec) {

    private static final Logger logger = Loggers.HANDLERS;

    /** Returns the parameters as a map, empty if there are none. */
    @SuppressWarnings("unchecked")
    Map<String, Object> plain() {
        return (this.params instanceof Map<?, ?> map) ? (Map<String, Object>) map : Map.of();
    }

    /**
     * Returns the parameters as a record of the vocabulary.
     * @throws McpRequestRefusedException if they do not fit
     */
    <T> T read(Class<T> type) {
        try {
            T read = this.codec.convert(this.params, type);
            if (read != null) {
                return read;
            }
        } catch (IllegalArgumentException ex) {
            logger.debug("MCP server \"{}\": invalid params: {}", this.context.serverName(), ex.getMessage());
        }
        throw invalid("Invalid params");
    }

    static McpRequestRefusedException invalid(String message) {
        return new McpRequestRefusedException(McpErrorCodes.INVALID_PARAMS, message);
    }
}
