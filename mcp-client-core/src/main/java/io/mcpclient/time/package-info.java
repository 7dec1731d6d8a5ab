/**
 * Utilities shared by all other packages and independent of MCP. Internal.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.time;

import org.jspecify.annotations.NullMarked;
