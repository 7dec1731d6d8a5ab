package io.mcpclient.internal.era;

import java.time.Duration;
import java.util.Set;

import io.mcpclient.transport.HttpStatusException;

/**
 * Responses of gateways in place of the server, as one table. After some of them the server may still be executing the request.
 *
 * <table>
 * <caption>responses, first match applies</caption>
 * <tr><th>status</th><th>condition</th><th>meaning</th></tr>
 * <tr><td>504, 522, 524, 598, 599</td><td></td><td>the gateway gave up waiting for the server</td></tr>
 * <tr><td>408, 502, 503, other 520 to 599</td><td>after 5 s or more: some gateways report a timeout with it</td>
 * <td>the same</td></tr>
 * <tr><td>502, other 520 to 599</td><td></td><td>the gateway has received no valid response</td></tr>
 * </table>
 *
 * @see "faults A06, B09"
 */
final class GatewayResponses {

    /** Refusals come sooner, the timeouts of gateways are longer. */
    private static final Duration SLOW = Duration.ofSeconds(5);

    private static final Set<Integer> TIMEOUTS = Set.of(504, 522, 524, 598, 599);

    private static final Set<Integer> TIMEOUTS_IF_SLOW = Set.of(408, 502, 503);

    private GatewayResponses() {}

    /** Returns whether a gateway gave up waiting. */
    static boolean isTimeout(HttpStatusException answer) {
        int status = answer.status();
        Duration elapsed = answer.elapsed();
        boolean isSlow = elapsed != null && elapsed.compareTo(SLOW) >= 0;
        return TIMEOUTS.contains(status) || (isSlow && (TIMEOUTS_IF_SLOW.contains(status) || isOfGatewaysOnly(status)));
    }

    /** Returns whether a gateway has received no valid response; only meaningful if it did not give up. */
    static boolean isInvalid(HttpStatusException answer) {
        return answer.status() == 502 || isOfGatewaysOnly(answer.status());
    }

    /** Not registered with IANA; gateways such as those of Cloudflare use them. */
    private static boolean isOfGatewaysOnly(int status) {
        return status >= 520;
    }

    /** Returns the time that passed before the response, as part of a sentence; empty if it was not measured. */
    static String after(HttpStatusException answer) {
        Duration elapsed = answer.elapsed();
        if (elapsed == null) {
            return "";
        }
        long millis = elapsed.toMillis();
        return " after " + ((millis < 1000) ? millis + " ms" : Math.round(millis / 1000.0) + " s");
    }
}
