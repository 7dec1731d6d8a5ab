/**
 * Clients of one MCP server and their builder, and the assembly of the call chain.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient;

import org.jspecify.annotations.NullMarked;
