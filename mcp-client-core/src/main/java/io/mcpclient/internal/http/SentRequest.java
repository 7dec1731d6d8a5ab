package io.mcpclient.internal.http;

import java.net.URI;

import io.mcpclient.text.SafeText;

/**
 * The description of a request in errors.
 *
 * @param operation name of the operation in messages
 * @param method HTTP method
 * @param url target address, after redirects
 * @param bytes size of its body
 * @param sinceNanos the moment at which it was sent, of the monotonic clock
 */
record SentRequest(String operation, String method, URI url, int bytes, long sinceNanos) {

    /** Returns the target address without parts that may be secret. */
    String address() {
        return SafeText.address(this.url);
    }
}
