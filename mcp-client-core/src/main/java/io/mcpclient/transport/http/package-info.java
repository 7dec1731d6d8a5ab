/** Streamable HTTP, HTTP+SSE, and the choice between them, on WebClient with an event-stream parser of our own. */
@NullMarked
package io.mcpclient.transport.http;

import org.jspecify.annotations.NullMarked;
