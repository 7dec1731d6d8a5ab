/** What is seen of calls from outside: metrics, spans and trace context after the OpenTelemetry conventions for MCP. */
@NullMarked
package io.mcpclient.observation;

import org.jspecify.annotations.NullMarked;
