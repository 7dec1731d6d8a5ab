package io.mcpclient.internal.era.modern;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.mcpclient.call.McpCall;
import io.mcpclient.internal.era.MetaEntries;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.schema.CacheableResult;
import io.mcpclient.schema.McpMetaKeys;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.McpRequestParams;
import io.mcpclient.schema.PaginatedParams;
import io.mcpclient.schema.ReadResourceParams;
import io.mcpclient.support.schema.RequestParams;

/**
 * Key of a cached result: the method, all parameters, and the caller (CACHE-02, CACHE-07). Immutable, even if the parameters
 * are modified later.
 *
 * @param method protocol method
 * @param params the parameters as JSON, {@code _meta} included
 * @param caller see {@link #callerOf(McpCall)}
 * @param grant grant of the credentials, {@code null} if they are configured or there are none
 * @param resultType type that the result was decoded to
 * @param uri resource that is read, {@code null} for all other requests
 * @param isManualInput whether the caller provides input itself, so that the server may request any kind of input (CAP-06)
 * @param isLaterPage whether there was a cursor, so that an earlier result may be the cause of an error
 */
record CacheKey(
        String method,
        String params,
        Map<String, String> caller,
        @Nullable Object grant,
        Class<?> resultType,
        @Nullable String uri,
        boolean isManualInput,
        boolean isLaterPage) {

    private static final Set<String> METHODS = Set.of(
            McpMethods.SERVER_DISCOVER,
            McpMethods.TOOLS_LIST,
            McpMethods.PROMPTS_LIST,
            McpMethods.RESOURCES_LIST,
            McpMethods.RESOURCES_TEMPLATES_LIST,
            McpMethods.RESOURCES_READ);

    /** They differ from call to call, and do not affect the result. */
    private static final Set<String> TRACE = Set.of(McpMetaKeys.TRACEPARENT, McpMetaKeys.TRACESTATE);

    /**
     * Returns the key of a call.
     * @param call the call
     * @param grant grant of the call's credentials, or {@code null}
     * @param codec writes parameters
     * @return the key, or {@code null} if the result of the call is never cached
     */
    static @Nullable CacheKey of(McpCall call, @Nullable Object grant, JsonCodec codec) {
        if (!METHODS.contains(call.method()) || !CacheableResult.class.isAssignableFrom(call.resultType())) {
            return null;
        }
        Object params = call.params();
        if (McpMethods.RESOURCES_READ.equals(call.method())) {
            return (params instanceof ReadResourceParams read && !hasInput(read))
                    ? create(call, grant, read.uri(), false, codec)
                    : null;
        }
        if (params instanceof PaginatedParams page) {
            return create(call, grant, null, page.cursor() != null, codec);
        }
        // Other members of application-defined requests are not inspected: they might be input (MRTR-14).
        boolean isBare = params == null
                || (params instanceof RequestParams request && request.extra().isEmpty());
        return isBare ? create(call, grant, null, false, codec) : null;
    }

    /** The input on which such a result depends is not part of the key (MRTR-14). */
    private static boolean hasInput(ReadResourceParams params) {
        return params.inputResponses() != null || params.requestState() != null;
    }

    private static @Nullable CacheKey create(
            McpCall call, @Nullable Object grant, @Nullable String uri, boolean isLaterPage, JsonCodec codec) {
        Object sent = MetaEntries.with(
                known(call.params()), withoutTrace(call.options().meta()), codec);
        try {
            return new CacheKey(
                    call.method(),
                    codec.toJson(sent),
                    callerOf(call),
                    grant,
                    call.resultType(),
                    uri,
                    call.options().isManualInput(),
                    isLaterPage);
        } catch (IllegalArgumentException ex) {
            return null; // Sending the request reports the error.
        }
    }

    private static @Nullable Object known(@Nullable Object params) {
        return (params instanceof McpRequestParams known && known.meta() != null)
                ? known.withMeta(withoutTrace(known.meta()))
                : params;
    }

    private static Map<String, Object> withoutTrace(Map<String, Object> meta) {
        if (meta.keySet().stream().noneMatch(TRACE::contains)) {
            return meta;
        }
        Map<String, Object> copy = new HashMap<>(meta);
        copy.keySet().removeAll(TRACE);
        return copy;
    }

    /**
     * The caller as far as the server can distinguish it: the headers of the call. Configured headers are the same for all
     * calls of a client, and obtained credentials are represented by their grant.
     */
    private static Map<String, String> callerOf(McpCall call) {
        return call.options().headers();
    }

    /** Headers are secrets, and parameters may be. */
    @Override
    public String toString() {
        return "CacheKey[" + this.method + "]";
    }
}
