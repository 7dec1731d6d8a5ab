package io.mcpclient.internal.inbound;

import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpPrincipalContext;
import io.mcpclient.handler.McpRequestContext;
import io.mcpclient.handler.McpRequestRefusedException;
import io.mcpclient.handler.ReactiveMcpRequestHandler;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.schema.ClientCapabilities;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.support.AbandonedWork;
import io.mcpclient.support.Loggers;
import io.mcpclient.text.SafeText;
import io.mcpclient.time.TimeSource;

/**
 * Features that this client offers to a server: declares them, validates requests, and passes them to the handlers, each with
 * its own deadline and away from the threads that move messages. Used for requests of the handshake revisions and for the
 * inputs that results of later revisions request. Thread-safe.
 *
 * @see "MCP 2025-11-25, client/sampling, client/elicitation, client/roots (RPC-17, CAP-01 to CAP-05); faults B20, F21"
 */
public final class ClientFeatures implements InboundHandler {

    private static final Logger logger = Loggers.HANDLERS;

    /** The features by the method of their requests. */
    private static final Map<String, ClientFeature> FEATURES = Map.of(
            McpMethods.SAMPLING_CREATE_MESSAGE, new SamplingFeature(),
            McpMethods.ELICITATION_CREATE, new ElicitationFeature(),
            McpMethods.ROOTS_LIST, new RootsFeature());

    private final String serverName;

    private final JsonCodec codec;

    private final InboundSettings settings;

    private final TimeSource time;

    /**
     * Creates the features of one client.
     * @param serverName configured name of the server
     * @param codec reads parameters
     * @param settings the handlers and their limits
     * @param time clock and timers of the client
     */
    public ClientFeatures(String serverName, JsonCodec codec, InboundSettings settings, TimeSource time) {
        this.time = time;
        this.serverName = serverName;
        this.codec = codec;
        this.settings = settings;
    }

    /**
     * Returns what an application registers for a capability that a server requires.
     * @param capability name of the capability, such as {@code sampling}, or of a part of it, such as {@code sampling.tools}
     * @return the handler in words, {@code null} if this client does not support the capability
     */
    public static @Nullable String handlerName(String capability) {
        return FEATURES.values().stream()
                .map(feature -> feature.handlerNames().get(capability))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /**
     * Returns the capabilities of a revision: everything that has a handler (CAP-01, CAP-02, CAP-04, CAP-05).
     * @param revision the negotiated or proposed revision
     * @return the capabilities to declare
     */
    public ClientCapabilities capabilities(ProtocolRevision revision) {
        ClientCapabilities offered = ClientCapabilities.none();
        for (ClientFeature feature : FEATURES.values()) {
            offered = feature.declaredWith(offered, this.settings.handlers(), revision);
        }
        return offered;
    }

    /**
     * Returns the capabilities of a revision together with the enabled extensions (EXT-02), and with extensions that are not features of
     * this client but are in use (CC-06).
     * @param revision the negotiated or proposed revision
     * @param extensions identifiers of the extensions
     * @return the capabilities to declare
     */
    public ClientCapabilities capabilities(ProtocolRevision revision, Set<String> extensions) {
        return this.settings.extensions().addTo(capabilities(revision), extensions);
    }

    /**
     * Returns the scheduler on which requests are validated and handled.
     * @return the scheduler of the client
     */
    public Scheduler threads() {
        return this.settings.threads().handlers();
    }

    @Override
    public Mono<Object> answer(
            String method, @Nullable Object params, ProtocolRevision revision, McpRequestContext context) {
        return bounded(method, Mono.defer(() -> dispatch(method, params, revision, context)));
    }

    /**
     * Validates a request without calling its handler, so that several can be validated before any user is prompted.
     * @param method its method
     * @param params its parameters as plain JSON, or {@code null}
     * @param revision negotiated revision
     * @param context context for the handler
     * @return the same as {@link #answer}, to be subscribed to once
     * @throws McpRequestRefusedException if the request is invalid, or its kind is not offered
     */
    public Mono<Object> prepare(
            String method, @Nullable Object params, ProtocolRevision revision, McpRequestContext context) {
        try {
            return bounded(method, dispatch(method, params, revision, context));
        } catch (RuntimeException ex) {
            throw refusal(method, ex);
        }
    }

    private Mono<Object> bounded(String method, Mono<Object> work) {
        // A handler that blocks despite the contract must not stop the threads that move messages and watch deadlines.
        return AbandonedWork.quiet(named(work)
                        .subscribeOn(threads())
                        .switchIfEmpty(Mono.error(() -> new InvalidResponseException("the handler returned no result")))
                        .timeout(this.settings.requestTimeout(), Mono.defer(() -> late(method)), this.time.timers()))
                .onErrorMap(error -> refusal(method, error));
    }

    private Mono<Object> dispatch(
            String method, @Nullable Object params, ProtocolRevision revision, McpRequestContext context) {
        McpRequestContext named = named(context);
        FeatureRequest request = new FeatureRequest(
                params, revision, capabilities(revision), this.settings.handlers(), named, this.codec);
        ClientFeature feature = FEATURES.get(method);
        if (feature != null && feature.isOffered(request.declared())) {
            return feature.answer(request);
        }
        ReactiveMcpRequestHandler handler =
                (feature == null) ? this.settings.listeners().request(method).orElse(null) : null;
        if (handler == null) {
            throw new McpRequestRefusedException(McpErrorCodes.METHOD_NOT_FOUND, "Method not found");
        }
        return Mono.defer(() -> handler.handle(request.plain(), named)).map(this::object);
    }

    /** Calls that a handler makes because of a request are made on behalf of the principal that the server is called for. */
    private Mono<Object> named(Mono<Object> work) {
        Supplier<McpPrincipal> user = this.settings.user();
        return (user != null)
                ? work.contextWrite(
                        context -> McpPrincipalContext.of(user.get()).apply(context))
                : work;
    }

    private McpRequestContext named(McpRequestContext context) {
        Supplier<McpPrincipal> user = this.settings.user();
        return (user != null) ? new NamedContext(context, user.get()) : context;
    }

    /** A handler of the application may return anything, but only an object is a valid result. */
    private Object object(Object result) {
        try {
            Map<?, ?> object = this.codec.convert(result, Map.class);
            if (object != null) {
                return object;
            }
        } catch (IllegalArgumentException ex) {
            logger.debug(
                    "MCP server \"{}\": a handler's result is not a JSON object: {}", this.serverName, ex.getMessage());
        }
        throw new InvalidResponseException(
                "a " + result.getClass().getSimpleName() + " cannot be written as a JSON object");
    }

    /** The handler has not responded: for forms and URLs the protocol has the action cancel (ELI-17). */
    private Mono<Object> late(String method) {
        logger.warn(
                "MCP server \"{}\": its request {} timed out: no response from the handler within {} ms",
                this.serverName,
                SafeText.excerpt(method),
                this.settings.requestTimeout().toMillis());
        return method.equals(McpMethods.ELICITATION_CREATE)
                ? Mono.just(ElicitResult.cancel())
                : Mono.error(new McpRequestRefusedException(McpErrorCodes.INTERNAL_ERROR, "No response in time"));
    }

    /** The part of a failure that the server may know. Texts of exceptions are withheld (fault B20). */
    private McpRequestRefusedException refusal(String method, Throwable error) {
        if (error instanceof McpRequestRefusedException refused) {
            logger.debug(
                    "MCP server \"{}\": its request {} was refused: {}",
                    this.serverName,
                    SafeText.excerpt(method),
                    refused.getMessage());
            return refused;
        }
        if (error instanceof InvalidResponseException unfit) {
            logger.warn(
                    "MCP server \"{}\": its request {} failed: the handler's response cannot be sent: {}",
                    this.serverName,
                    SafeText.excerpt(method),
                    unfit.getMessage());
        } else {
            logger.warn(
                    "MCP server \"{}\": its request {} failed: error in the handler",
                    this.serverName,
                    SafeText.excerpt(method),
                    error);
        }
        return new McpRequestRefusedException(McpErrorCodes.INTERNAL_ERROR, "Internal error");
    }
}
