/** Clients for MCP servers from properties: binding, mapping, beans and their lifecycle. */
@NullMarked
package io.mcpclient.autoconfigure;

import org.jspecify.annotations.NullMarked;
