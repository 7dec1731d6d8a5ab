/** Utilities shared by all other packages and independent of MCP. Internal. */
@NullMarked
package io.mcpclient.time;

import org.jspecify.annotations.NullMarked;
