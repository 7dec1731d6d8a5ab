package io.mcpclient.sample.embedded.stateless;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import tools.jackson.databind.JsonNode;

/**
 * Lets the client carry the state from one round of a call to the next, so that the server stays stateless. It is
 * signed with a key of this process, for this call with these arguments, and holds for some minutes: it can be read, but
 * not be changed or used elsewhere. Thread-safe.
 *
 * @see "MCP 2026-07-28, basic/patterns/mrtr, Server Requirements"
 */
final class RequestState {

    private static final String ALGORITHM = "HmacSHA256";

    private static final Duration VALIDITY = Duration.ofMinutes(10);

    private static final String EXPIRY = "until";

    private static final int KEY_BYTES = 32;

    private final Clock clock;

    private final SecretKeySpec key;

    RequestState(Clock clock) {
        this.clock = clock;
        byte[] random = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(random);
        this.key = new SecretKeySpec(random, ALGORITHM);
    }

    /**
     * Signs the state.
     * @param request the request that the client is going to repeat
     * @param known what is known so far
     */
    String seal(RpcRequest request, Map<String, Object> known) {
        Map<String, Object> content =
                Json.object(EXPIRY, this.clock.instant().plus(VALIDITY).toEpochMilli());
        content.putAll(known);
        byte[] bytes = Json.write(content);
        return encode(bytes) + "." + encode(sign(request, bytes));
    }

    /**
     * Opens the state that the client returned.
     * @throws RpcError if it is not ours, belongs to another call, or has expired
     */
    JsonNode open(RpcRequest request) {
        String[] parts = request.text("requestState").split("\\.", -1);
        if (parts.length == 2) {
            byte[] content = decode(parts[0]);
            boolean genuine = MessageDigest.isEqual(decode(parts[1]), sign(request, content));
            JsonNode known = genuine ? Json.read(content) : null;
            if (known != null && known.path(EXPIRY).asLong() > this.clock.millis()) {
                return known;
            }
        }
        throw RpcError.invalidParams(
                "The requestState is not of this call, or has expired: begin again without inputResponses and requestState");
    }

    private byte[] sign(RpcRequest request, byte[] content) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(this.key);
            mac.update(call(request).getBytes(StandardCharsets.UTF_8));
            return mac.doFinal(content);
        } catch (GeneralSecurityException ex) {
            throw new IllegalStateException("This Java has no " + ALGORITHM, ex);
        }
    }

    /** Returns the parts that must be equal in every round, regardless of the order of members. */
    private static String call(RpcRequest request) {
        return request.method() + "\n" + request.params().path("name") + "\n"
                + Json.canonical(request.object("arguments")) + "\n";
    }

    private static String encode(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static byte[] decode(String text) {
        try {
            return Base64.getUrlDecoder().decode(text);
        } catch (IllegalArgumentException ex) {
            return new byte[0];
        }
    }
}
