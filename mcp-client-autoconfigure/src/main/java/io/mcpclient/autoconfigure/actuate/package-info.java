/**
 * Health of the servers and the {@code mcp} endpoint, each only if its library is present.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.autoconfigure.actuate;

import org.jspecify.annotations.NullMarked;
