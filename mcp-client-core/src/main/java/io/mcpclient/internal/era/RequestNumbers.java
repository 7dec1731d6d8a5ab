package io.mcpclient.internal.era;

import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicInteger;

import io.mcpclient.jsonrpc.JsonRpcId;

/**
 * Numbers the requests of one client, whatever the era: a late response to a probe never looks like the response to the
 * handshake that followed it. All numbers are positive and fit into 32 bits with a sign, because some servers cannot represent
 * larger ids. Thread-safe.
 *
 * <p>Over a network, numbers start at a random point, so that nobody can guess them (fault D22). Only the process itself can
 * respond on its pipes: there they are 1, 2, 3 and so on. After the largest number the sequence continues at 1; the numbers in
 * use then are at least a billion requests old.
 *
 * @see "MCP 2025-11-25, basic, Requests (RPC-02 to RPC-04); faults D22, D23"
 */
public final class RequestNumbers {

    private static final int RANDOM_STARTS = 1 << 30;

    private final AtomicInteger last;

    RequestNumbers(int last) {
        this.last = new AtomicInteger(last);
    }

    /** Creates the numbers of a client that exchanges messages over a network. */
    public static RequestNumbers unguessable() {
        return new RequestNumbers(new SecureRandom().nextInt(RANDOM_STARTS));
    }

    /** Creates the numbers of a client that has its server to itself. */
    public static RequestNumbers fromOne() {
        return new RequestNumbers(0);
    }

    /** Returns the next number. */
    public JsonRpcId.NumberId next() {
        return new JsonRpcId.NumberId(this.last.updateAndGet(number -> (number < Integer.MAX_VALUE) ? number + 1 : 1));
    }
}
