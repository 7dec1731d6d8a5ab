package io.mcpclient.observation;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.common.docs.KeyName;
import org.jspecify.annotations.Nullable;

import io.mcpclient.observation.McpClientObservationDocumentation.HighCardinalityKeys;
import io.mcpclient.observation.McpClientObservationDocumentation.LowCardinalityKeys;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.transport.McpPeer;

/** The attributes shared by the default conventions. */
final class Attributes {

    private static final String EXECUTE_TOOL = "execute_tool";

    private Attributes() {}

    /** Adds the configured name of the server. */
    static KeyValues withServerName(KeyValues values, String serverName) {
        return values.and(LowCardinalityKeys.SERVER_NAME.withValue(serverName));
    }

    static KeyValues ofMetric(McpClientObservationContext context) {
        McpMessage message = context.getMessage();
        McpPeer peer = context.getPeer();
        return KeyValues.of(
                low(LowCardinalityKeys.METHOD_NAME, message.method()),
                low(LowCardinalityKeys.ERROR_TYPE, context.getErrorType()),
                low(LowCardinalityKeys.STATUS_CODE, context.getStatusCode()),
                low(LowCardinalityKeys.TOOL_NAME, message.toolName()),
                low(LowCardinalityKeys.PROMPT_NAME, message.promptName()),
                low(
                        LowCardinalityKeys.OPERATION_NAME,
                        message.method().equals(McpMethods.TOOLS_CALL) ? EXECUTE_TOOL : null),
                low(LowCardinalityKeys.PROTOCOL_VERSION, context.getProtocolVersion()),
                low(LowCardinalityKeys.NETWORK_TRANSPORT, peer.networkTransport()),
                low(LowCardinalityKeys.NETWORK_PROTOCOL_NAME, peer.protocolName()),
                low(LowCardinalityKeys.NETWORK_PROTOCOL_VERSION, peer.protocolVersion()),
                low(LowCardinalityKeys.SERVER_ADDRESS, peer.address()),
                low(LowCardinalityKeys.SERVER_PORT, (peer.port() != null) ? String.valueOf(peer.port()) : null));
    }

    static KeyValues ofMetric(McpServerObservationContext context) {
        McpPeer peer = context.getPeer();
        return KeyValues.of(
                low(LowCardinalityKeys.METHOD_NAME, context.getMethod()),
                low(LowCardinalityKeys.ERROR_TYPE, context.getErrorType()),
                low(LowCardinalityKeys.STATUS_CODE, context.getStatusCode()),
                low(LowCardinalityKeys.PROTOCOL_VERSION, context.getProtocolVersion()),
                low(LowCardinalityKeys.NETWORK_TRANSPORT, peer.networkTransport()),
                low(LowCardinalityKeys.NETWORK_PROTOCOL_NAME, peer.protocolName()),
                low(LowCardinalityKeys.NETWORK_PROTOCOL_VERSION, peer.protocolVersion()));
    }

    static KeyValues ofSpan(McpClientObservationContext context) {
        KeyValues values = KeyValues.empty();
        if (context instanceof McpExchangeObservationContext exchange) {
            values = values.and(HighCardinalityKeys.REQUEST_ID.withValue(exchange.getRequestId()));
            String session = exchange.getSessionId();
            if (session != null) {
                values = values.and(HighCardinalityKeys.SESSION_ID.withValue(hash(session)));
            }
        }
        values = with(
                values, HighCardinalityKeys.RESOURCE_URI, context.getMessage().resourceUri());
        values = with(
                values, HighCardinalityKeys.TOOL_ARGUMENTS, context.getMessage().arguments());
        return with(values, HighCardinalityKeys.TOOL_RESULT, context.getResultText());
    }

    private static KeyValues with(KeyValues values, KeyName key, @Nullable String value) {
        return (value != null) ? values.and(key.withValue(value)) : values;
    }

    private static KeyValue low(KeyName key, @Nullable String value) {
        return KeyValue.of(key.asString(), (value != null) ? value : KeyValue.NONE_VALUE);
    }

    /** Returns method and target; a target is used only if it has low cardinality. */
    static String name(McpMessage message) {
        String target = (message.toolName() != null) ? message.toolName() : message.promptName();
        return (target != null && !target.equals(McpMessage.UNKNOWN))
                ? message.method() + " " + target
                : message.method();
    }

    /** Identifies a session without revealing its id. */
    static String hash(String secret) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 6);
        } catch (NoSuchAlgorithmException ex) {
            throw new IllegalStateException(ex);
        }
    }
}
