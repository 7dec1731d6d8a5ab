package io.mcpclient.protocol.legacy;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicLong;

import io.mcpclient.jsonrpc.JsonRpcId;

/**
 * Gives ids to the requests of one client, none of them twice (RPC-03), and none that somebody could guess who does not see
 * them (fault D22). Thread-safe.
 *
 * @see "MCP 2025-11-25, basic, Requests (RPC-02, RPC-03); faults D22, D23"
 */
interface RequestIds {

    /** The next id. */
    JsonRpcId next();

    /** Tells whether an id is one of those that are given here; others are what a server has made up. */
    boolean include(JsonRpcId id);

    /**
     * Numbers from a random start, for a session that nobody else uses. They stay within what JSON numbers hold exactly
     * everywhere.
     */
    static RequestIds ofOwnSession() {
        return new Numbers(new AtomicLong(new SecureRandom().nextLong(1L << 40, 1L << 50)));
    }

    /**
     * Texts that no other user of the same session can come up with. Two sequences of numbers, wherever they start, may run
     * into each other one day, and an answer or a cancellation would then hit the request of another instance: so each client
     * puts 64 random bits of its own in front of its numbers. Texts because that is more than a JSON number holds.
     */
    static RequestIds ofSharedSession() {
        byte[] own = new byte[Long.BYTES];
        new SecureRandom().nextBytes(own);
        return new Texts(HexFormat.of().formatHex(own) + "-", new AtomicLong());
    }

    /** Ids of one's own session. */
    record Numbers(AtomicLong last) implements RequestIds {

        @Override
        public JsonRpcId next() {
            return new JsonRpcId.NumberId(this.last.incrementAndGet());
        }

        @Override
        public boolean include(JsonRpcId id) {
            return id instanceof JsonRpcId.NumberId;
        }
    }

    /** Ids of a session that others use as well. */
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
