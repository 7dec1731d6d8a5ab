/**
 * Beans of interfaces with {@code @McpToolClient}.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.autoconfigure.typed;

import org.jspecify.annotations.NullMarked;
