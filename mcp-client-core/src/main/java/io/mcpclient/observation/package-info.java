/** Observability of calls: metrics, spans and trace context according to the OpenTelemetry conventions for MCP. */
@NullMarked
package io.mcpclient.observation;

import org.jspecify.annotations.NullMarked;
