/** Clients of one MCP server and their builder, and the assembly of the call chain. */
@NullMarked
package io.mcpclient;

import org.jspecify.annotations.NullMarked;
