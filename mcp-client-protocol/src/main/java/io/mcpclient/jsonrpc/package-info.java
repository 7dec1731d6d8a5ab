/** JSON-RPC 2.0 messages, ids and codec, with size and depth limits, independent of MCP. */
@NullMarked
package io.mcpclient.jsonrpc;

import org.jspecify.annotations.NullMarked;
