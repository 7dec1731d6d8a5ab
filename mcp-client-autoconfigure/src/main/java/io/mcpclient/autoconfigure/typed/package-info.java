/** Beans of interfaces with {@code @McpToolClient}. */
@NullMarked
package io.mcpclient.autoconfigure.typed;

import org.jspecify.annotations.NullMarked;
