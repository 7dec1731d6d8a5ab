package io.mcpclient.test;

import java.util.Map;

import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.jsonrpc.JsonRpcMessage;

/** Answers requests in place of the script: from a recording, or by asking a real server. */
@FunctionalInterface
interface Responder {

    /**
     * Answers a request.
     * @param id its id
     * @param method its method
     * @param params its parameters without {@code _meta}
     * @return a result or an error; may block
     */
    JsonRpcMessage respond(JsonRpcId id, String method, Map<String, Object> params);
}
