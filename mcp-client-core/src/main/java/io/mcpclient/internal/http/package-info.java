/** Streamable HTTP, HTTP+SSE and their detection, based on WebClient and an event-stream parser of this library. */
@NullMarked
package io.mcpclient.internal.http;

import org.jspecify.annotations.NullMarked;
