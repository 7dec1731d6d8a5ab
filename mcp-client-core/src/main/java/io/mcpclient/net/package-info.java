/** Requests to addresses that were learned from a server: what may be called, and an HTTP client that calls nothing else. */
@NullMarked
package io.mcpclient.net;

import org.jspecify.annotations.NullMarked;
