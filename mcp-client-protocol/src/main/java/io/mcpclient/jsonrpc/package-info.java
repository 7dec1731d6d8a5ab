/**
 * JSON-RPC 2.0 messages, ids and codec, with size and depth limits, independent of MCP.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.jsonrpc;

import org.jspecify.annotations.NullMarked;
