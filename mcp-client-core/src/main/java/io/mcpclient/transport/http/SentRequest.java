package io.mcpclient.transport.http;

import java.net.URI;

import io.mcpclient.error.SafeText;

/**
 * What errors tell about a request.
 *
 * @param operation what it is called in messages
 * @param method method of HTTP
 * @param url where it was sent, redirects included
 * @param bytes size of its body
 */
record SentRequest(String operation, String method, URI url, int bytes) {

    /** Its address without what may be secret. */
    String address() {
        return SafeText.address(this.url);
    }
}
