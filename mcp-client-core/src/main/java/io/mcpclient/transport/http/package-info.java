/** Streamable HTTP on WebClient: POST, JSON or event-stream answers, and the event-stream parser. */
@NullMarked
package io.mcpclient.transport.http;

import org.jspecify.annotations.NullMarked;
