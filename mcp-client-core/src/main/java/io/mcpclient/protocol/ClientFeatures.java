package io.mcpclient.protocol;

import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

import io.mcpclient.error.SafeText;
import io.mcpclient.handler.McpHandlers;
import io.mcpclient.handler.McpRequestContext;
import io.mcpclient.handler.McpRequestRefusedException;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.schema.ClientCapabilities;
import io.mcpclient.schema.CreateMessageParams;
import io.mcpclient.schema.ElicitFormParams;
import io.mcpclient.schema.ElicitParams;
import io.mcpclient.schema.ElicitURLParams;
import io.mcpclient.schema.ListRootsResult;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.ProtocolRevision;

/**
 * What this client can do for a server: declares it, checks what is asked, and hands it to the handlers. The same for
 * requests of the handshake revisions and for the inputs that results of later ones ask for. Thread-safe.
 */
public final class ClientFeatures {

    private static final Logger logger = LoggerFactory.getLogger(ClientFeatures.class);

    private final String serverName;

    private final JsonCodec codec;

    private final InboundSettings settings;

    /**
     * Creates the features of one client.
     * @param serverName configured name of the server
     * @param codec reads parameters
     * @param settings the handlers
     */
    public ClientFeatures(String serverName, JsonCodec codec, InboundSettings settings) {
        this.serverName = serverName;
        this.codec = codec;
        this.settings = settings;
    }

    /**
     * Returns what is offered: whatever has a handler (CAP-02).
     * @return the capabilities to declare
     */
    public ClientCapabilities capabilities() {
        McpHandlers handlers = this.settings.handlers();
        ClientCapabilities offered = ClientCapabilities.none();
        if (handlers.roots() != null) {
            offered = offered.withRoots(true);
        }
        if (handlers.sampling() != null) {
            offered = offered.withSampling(handlers.sampling().supportsTools());
        }
        if (handlers.elicitation() != null || handlers.urlElicitation() != null) {
            offered = offered.withElicitation(handlers.elicitation() != null, handlers.urlElicitation() != null);
        }
        return offered;
    }

    /**
     * Answers one request of the server.
     * @param method its method
     * @param params its parameters as plain JSON, or {@code null}
     * @param revision revision that is spoken
     * @param context what the handler may know
     * @return the result; or {@link McpRequestRefusedException} with the code to answer with, whatever went wrong
     */
    public Mono<Object> answer(
            String method, @Nullable Object params, ProtocolRevision revision, McpRequestContext context) {
        return Mono.defer(() -> dispatch(method, params, revision, context))
                .onErrorMap(error -> !(error instanceof McpRequestRefusedException), error -> {
                    logger.warn(
                            "MCP server \"{}\": its request {} was not answered: the handler failed",
                            this.serverName,
                            SafeText.excerpt(method),
                            error);
                    return new McpRequestRefusedException(McpErrorCodes.INTERNAL_ERROR, "Internal error");
                })
                .switchIfEmpty(Mono.error(
                        () -> new McpRequestRefusedException(McpErrorCodes.INTERNAL_ERROR, "Internal error")));
    }

    private Mono<Object> dispatch(
            String method, @Nullable Object params, ProtocolRevision revision, McpRequestContext context) {
        McpHandlers handlers = this.settings.handlers();
        if (method.equals(McpMethods.ROOTS_LIST) && handlers.roots() != null) {
            return handlers.roots().roots(context).map(ListRootsResult::of);
        }
        if (method.equals(McpMethods.SAMPLING_CREATE_MESSAGE) && handlers.sampling() != null) {
            return handlers.sampling()
                    .createMessage(read(params, CreateMessageParams.class), context)
                    .cast(Object.class);
        }
        if (method.equals(McpMethods.ELICITATION_CREATE) && revision.hasElicitation()) {
            return elicit(read(params, ElicitParams.class), context);
        }
        return this.settings
                .listeners()
                .request(method)
                .map(handler -> handler.handle(plain(params), context))
                .orElseGet(() -> refused(McpErrorCodes.METHOD_NOT_FOUND, "Method not found"));
    }

    private Mono<Object> elicit(ElicitParams params, McpRequestContext context) {
        McpHandlers handlers = this.settings.handlers();
        if (params instanceof ElicitFormParams form && handlers.elicitation() != null) {
            return handlers.elicitation().elicit(form, context).cast(Object.class);
        }
        if (params instanceof ElicitURLParams url && handlers.urlElicitation() != null) {
            return handlers.urlElicitation().elicit(url, context).cast(Object.class);
        }
        boolean offered = handlers.elicitation() != null || handlers.urlElicitation() != null;
        return offered
                ? refused(McpErrorCodes.INVALID_PARAMS, "Elicitation mode is not supported")
                : refused(McpErrorCodes.METHOD_NOT_FOUND, "Method not found");
    }

    private <T> T read(@Nullable Object params, Class<T> type) {
        try {
            T read = this.codec.convert(params, type);
            if (read != null) {
                return read;
            }
        } catch (IllegalArgumentException ex) {
            logger.debug("MCP server \"{}\": invalid params: {}", this.serverName, ex.getMessage());
        }
        throw new McpRequestRefusedException(McpErrorCodes.INVALID_PARAMS, "Invalid params");
    }

    private static Mono<Object> refused(int code, String message) {
        return Mono.error(new McpRequestRefusedException(code, message));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> plain(@Nullable Object params) {
        return (params instanceof Map<?, ?> map) ? (Map<String, Object>) map : Map.of();
    }
}
