/** Streamable HTTP, HTTP+SSE and their detection, with WebClient or the HTTP client below it, and an own event-stream parser. */
@NullMarked
package io.mcpclient.internal.http;

import org.jspecify.annotations.NullMarked;
