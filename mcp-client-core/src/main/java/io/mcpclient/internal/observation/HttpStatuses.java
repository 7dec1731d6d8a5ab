package io.mcpclient.internal.observation;

/**
 * HTTP statuses as attribute values: a registered status is its number, all others are {@code _OTHER}. A server can respond
 * with any number, and each value of a tag is a separate time series.
 *
 * @see "IANA, Hypertext Transfer Protocol (HTTP) Status Code Registry; fault I26"
 */
final class HttpStatuses {

    /** First and last code of each range. */
    private static final int[][] REGISTERED = {
        {100, 104},
        {200, 208},
        {226, 226},
        {300, 308},
        {400, 418},
        {421, 426},
        {428, 429},
        {431, 431},
        {451, 451},
        {500, 508},
        {510, 511}
    };

    private HttpStatuses() {}

    static String value(int status) {
        for (int[] run : REGISTERED) {
            if (status >= run[0] && status <= run[1]) {
                return Integer.toString(status);
            }
        }
        return Failure.OTHER;
    }
}
