package io.mcpclient.observation;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

import io.micrometer.common.KeyValue;

import io.mcpclient.observation.McpClientObservationDocumentation.HighCardinalityKeys;

/**
 * Attribute that identifies a session without revealing its id. The hash is computed when a handler reads it: handlers of metrics
 * do not.
 *
 * @param session id of the session
 */
record SessionHash(String session) implements KeyValue {

    @Override
    public String getKey() {
        return HighCardinalityKeys.SESSION_ID.asString();
    }

    @Override
    public String getValue() {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(this.session.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 6);
        } catch (NoSuchAlgorithmException ex) {
            throw new IllegalStateException(ex);
        }
    }

    @Override
    public String toString() {
        return "keyValue(" + getKey() + "=" + getValue() + ")";
    }
}
