package io.mcpclient.protocol.modern;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.mcpclient.call.McpCall;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.protocol.MetaEntries;
import io.mcpclient.schema.CacheableResult;
import io.mcpclient.schema.McpMetaKeys;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.McpRequestParams;
import io.mcpclient.schema.PaginatedParams;
import io.mcpclient.schema.ReadResourceParams;
import io.mcpclient.schema.RequestParams;

/**
 * What an answer depends on: the method, all parameters, and who asks (CACHE-02, CACHE-07). Immutable, whatever becomes of
 * the parameters.
 *
 * @param method protocol method
 * @param params the parameters as JSON, {@code _meta} included
 * @param caller see {@link #callerOf(McpCall)}
 * @param grant what the credentials were granted by, {@code null} if they are configured or there are none
 * @param resultType type that the result was read to
 * @param uri resource that is read, {@code null} for everything else
 * @param isManualInput whether the caller answers questions, and the server is told that everything may be asked (CAP-06)
 * @param isLaterPage whether there was a cursor, so that an earlier answer may be to blame for an error
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

    /** They differ from call to call, and say nothing about what is wanted. */
    private static final Set<String> TRACE = Set.of(McpMetaKeys.TRACEPARENT, McpMetaKeys.TRACESTATE);

    /**
     * Returns the key of a call.
     * @param call the call
     * @param grant what the credentials of the call were granted by, or {@code null}
     * @param codec writes parameters
     * @return the key, or {@code null} if what the call brings is never kept
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
        // What else requests of one's own hold is not looked into: it might be input (MRTR-14).
        boolean isBare = params == null
                || (params instanceof RequestParams request && request.extra().isEmpty());
        return isBare ? create(call, grant, null, false, codec) : null;
    }

    /** What an answer to such a request depends on is not in the key (MRTR-14). */
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
            return null; // Whoever sends the request finds the words for it.
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
     * Who asks, as far as the server can tell: the headers of the call; those of the configuration are the same for all
     * calls of a client, and credentials that are obtained are as good as their grant.
     */
    private static Map<String, String> callerOf(McpCall call) {
        return call.options().headers();
    }

    /** Headers are secrets, parameters may be. */
    @Override
    public String toString() {
        return "CacheKey[" + this.method + "]";
    }
}
