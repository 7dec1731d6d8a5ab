/**
 * Clients for MCP servers from properties: binding, mapping, beans and their lifecycle.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.autoconfigure;

import org.jspecify.annotations.NullMarked;
