/** JSON-RPC 2.0 messages, ids and codec, with size and depth limits and no idea of MCP. */
@NullMarked
package io.mcpclient.jsonrpc;

import org.jspecify.annotations.NullMarked;
