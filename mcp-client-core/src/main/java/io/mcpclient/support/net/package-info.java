/**
 * HTTP requests to untrusted URLs (SSRF protection): the network policy, and an HTTP client that enforces it.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.support.net;

import org.jspecify.annotations.NullMarked;
