package io.mcpclient.jsonrpc;

import org.jspecify.annotations.Nullable;

/**
 * Notification, in either direction. It never receives a response.
 *
 * @param method method name
 * @param params outgoing: any value that the codec can write as a JSON object; incoming: a map; {@code null} for none
 */
public record JsonRpcNotification(String method, @Nullable Object params) implements JsonRpcMessage {}
