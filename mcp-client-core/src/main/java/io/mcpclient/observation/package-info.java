/**
 * Observability of calls: metrics, spans and trace context according to the OpenTelemetry conventions for MCP.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.observation;

import org.jspecify.annotations.NullMarked;
