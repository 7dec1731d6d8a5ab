package io.mcpclient.internal.era.legacy;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicLong;

import io.mcpclient.internal.era.RequestNumbers;
import io.mcpclient.jsonrpc.JsonRpcId;

/**
 * Generates ids for the requests of one client: not reused (RPC-03), and unguessable for anyone who does not see them (fault
 * D22). Thread-safe.
 *
 * @see "MCP 2025-11-25, basic, Requests (RPC-02, RPC-03); faults D22, D23"
 */
interface RequestIds {

    /** Returns the next id. */
    JsonRpcId next();

    /** Returns whether an id is one that this client could have generated; servers invent others. */
    boolean include(JsonRpcId id);

    /**
     * Numbers, for a session without other users.
     * @param numbers numbers of the client
     */
    static RequestIds ofOwnSession(RequestNumbers numbers) {
        return new Numbers(numbers);
    }

    /**
     * Texts that no other user of the same session can generate. Two sequences of numbers, wherever they start, may collide one
     * day, and a response or a cancellation would then reach the request of another instance: so each client prefixes its
     * numbers with 64 random bits. Texts because that exceeds a JSON number.
     */
    static RequestIds ofSharedSession() {
        byte[] own = new byte[Long.BYTES];
        new SecureRandom().nextBytes(own);
        return new Texts(HexFormat.of().formatHex(own) + "-", new AtomicLong());
    }

    /** Ids of an unshared session. */
    record Numbers(RequestNumbers numbers) implements RequestIds {

        @Override
        public JsonRpcId next() {
            return this.numbers.next();
        }

        @Override
        public boolean include(JsonRpcId id) {
            return id instanceof JsonRpcId.NumberId;
        }
    }

    /** Ids of a shared session. */
    record Texts(String prefix, AtomicLong last) implements RequestIds {

        @Override
        public JsonRpcId next() {
            return new JsonRpcId.TextId(this.prefix + this.last.incrementAndGet());
        }

        @Override
        public boolean include(JsonRpcId id) {
            return id instanceof JsonRpcId.TextId text && text.value().startsWith(this.prefix);
        }
    }
}
