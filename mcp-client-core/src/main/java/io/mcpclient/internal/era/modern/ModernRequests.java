package io.mcpclient.internal.era.modern;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.internal.era.MetaEntries;
import io.mcpclient.internal.era.TransportFeatures;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.ClientCapabilities;
import io.mcpclient.schema.GetPromptParams;
import io.mcpclient.schema.JsonObject;
import io.mcpclient.schema.McpExtensions;
import io.mcpclient.schema.McpMetaKeys;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.schema.ReadResourceParams;
import io.mcpclient.support.ProtocolHeaders;
import io.mcpclient.support.schema.CancelTaskParams;
import io.mcpclient.support.schema.GetTaskParams;
import io.mcpclient.support.schema.RequestParams;
import io.mcpclient.support.schema.UpdateTaskParams;
import io.mcpclient.transport.ExchangeKind;
import io.mcpclient.transport.ExchangeRequest;
import io.mcpclient.transport.McpTransport;

/**
 * Builds requests of one revision: each contains the client's description and capabilities and, with headers, the request's
 * subject. Immutable.
 *
 * @see "MCP 2026-07-28, basic/index, meta (META-01 to META-03, META-13, RPC-23, CAP-03), basic/transports/streamable-http
 *     (HTM-04, HDR-01, HDR-02)"
 */
final class ModernRequests {

    static final String METHOD_HEADER = "Mcp-Method";

    static final String NAME_HEADER = "Mcp-Name";

    private final ModernClient client;

    private final ProtocolRevision revision;

    private final boolean headers;

    /** The client's self-description in every request. */
    private final Map<String, Object> introduction;

    /** The same for a request whose caller provides input itself (CAP-06). */
    private final Map<String, Object> manualIntroduction;

    /**
     * Creates the builder of one session.
     * @param client shared state of the client's sessions
     * @param revision negotiated revision
     * @param transport transport of the requests
     */
    ModernRequests(ModernClient client, ProtocolRevision revision, McpTransport transport) {
        this(client, revision, TransportFeatures.isRequestScoped(transport), TransportFeatures.extensions(transport));
    }

    /**
     * Creates the builder of one session.
     * @param client shared state of the client's sessions
     * @param revision negotiated revision
     * @param headers whether headers reach the server
     * @param extensions extensions to declare besides those that are known here
     */
    ModernRequests(ModernClient client, ProtocolRevision revision, boolean headers, Set<String> extensions) {
        this.client = client;
        this.revision = revision;
        this.headers = headers;
        Set<String> declared = new LinkedHashSet<>(extensions);
        if (client.settings().protocol().tasks()) {
            declared.add(McpExtensions.TASKS);
        }
        ClientCapabilities offered = client.features().capabilities(revision, declared);
        this.introduction = introduction(offered);
        this.manualIntroduction = introduction(MultiRoundTrip.manual(offered));
    }

    private Map<String, Object> introduction(ClientCapabilities offered) {
        return Map.of(
                McpMetaKeys.PROTOCOL_VERSION,
                this.revision.wireValue(),
                McpMetaKeys.CLIENT_INFO,
                text(this.client.settings().protocol().clientInfo()),
                McpMetaKeys.CLIENT_CAPABILITIES,
                text(offered));
    }

    /** Every request contains it, so that it is written once. */
    private JsonObject text(Object value) {
        return Objects.requireNonNull(this.client.context().codec().convert(value, JsonObject.class));
    }

    /**
     * Builds a request.
     * @param id its id
     * @param method its method
     * @param params its parameters as a record of the vocabulary, plain JSON or a bean, or {@code null}
     * @param resultType type that its result is decoded to
     * @param options headers and entries for {@code _meta} of the caller; those of the protocol override them
     * @param meta further entries for {@code _meta} of the protocol
     * @param mirrored further headers of the protocol
     * @param kind kind of its exchange
     */
    ExchangeRequest shape(
            JsonRpcId id,
            String method,
            @Nullable Object params,
            Class<?> resultType,
            McpCallOptions options,
            Map<String, Object> meta,
            Map<String, String> mirrored,
            ExchangeKind kind) {
        Map<String, Object> entries = new LinkedHashMap<>(options.meta());
        entries.putAll(options.isManualInput() ? this.manualIntroduction : this.introduction);
        entries.putAll(meta);
        Object shaped = MetaEntries.with(
                (params != null) ? params : RequestParams.empty(),
                entries,
                this.client.context().codec());
        return new ExchangeRequest(
                new JsonRpcRequest(id, method, shaped),
                resultType,
                this.headers ? headers(method, shaped, options.headers(), mirrored) : Map.of(),
                kind);
    }

    private Map<String, String> headers(
            String method, @Nullable Object params, Map<String, String> ofCaller, Map<String, String> mirrored) {
        Map<String, String> merged = new LinkedHashMap<>();
        ofCaller.forEach((header, value) -> {
            if (!isOfProtocol(header)) {
                merged.put(header, value);
            }
        });
        merged.putAll(headers(method));
        String name = MirroredName.of(method, params);
        if (name != null) {
            merged.put(NAME_HEADER, HeaderValue.encode(name));
        }
        merged.putAll(mirrored);
        return merged;
    }

    /** A mirroring header must be absent, too, if there is nothing to mirror (HDR-05, HDR-08). */
    private static boolean isOfProtocol(String header) {
        return header.equalsIgnoreCase(ProtocolHeaders.PROTOCOL_VERSION)
                || header.equalsIgnoreCase(METHOD_HEADER)
                || header.equalsIgnoreCase(NAME_HEADER)
                || header.regionMatches(
                        true,
                        0,
                        HeaderAnnotations.MirroredArgument.PREFIX,
                        0,
                        HeaderAnnotations.MirroredArgument.PREFIX.length());
    }

    /** Returns the headers of a message without a specific subject. */
    Map<String, String> headers(String method) {
        return this.headers
                ? Map.of(
                        ProtocolHeaders.PROTOCOL_VERSION,
                        this.revision.wireValue(),
                        METHOD_HEADER,
                        HeaderValue.encode(method))
                : Map.of();
    }

    /**
     * Name of a request's subject, for the {@code Mcp-Name} header, as one table.
     *
     * @see "MCP 2026-07-28, basic/transports/streamable-http, Standard Request Headers (HDR-02, HDR-03, TSKX-15)"
     */
    static final class MirroredName {

        /** The mirrored member of the params. */
        private static final Map<String, String> MEMBERS = Map.of(
                McpMethods.TOOLS_CALL, "name",
                McpMethods.PROMPTS_GET, "name",
                McpMethods.RESOURCES_READ, "uri",
                McpMethods.TASKS_GET, "taskId",
                McpMethods.TASKS_UPDATE, "taskId",
                McpMethods.TASKS_CANCEL, "taskId");

        private MirroredName() {}

        /** Returns the name in params that are a record of the vocabulary or plain JSON, {@code null} if there is none. */
        static @Nullable String of(String method, @Nullable Object params) {
            String member = MEMBERS.get(method);
            if (member == null) {
                return null;
            }
            if (params instanceof CallToolParams call) {
                return call.name();
            }
            if (params instanceof GetPromptParams get) {
                return get.name();
            }
            if (params instanceof ReadResourceParams read) {
                return read.uri();
            }
            if (params instanceof GetTaskParams get) {
                return get.taskId();
            }
            if (params instanceof UpdateTaskParams update) {
                return update.taskId();
            }
            if (params instanceof CancelTaskParams cancel) {
                return cancel.taskId();
            }
            return (params instanceof Map<?, ?> plain && plain.get(member) instanceof String name) ? name : null;
        }
    }
}
