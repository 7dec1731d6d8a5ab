/** What a user of one MCP server touches, and the one method that assembles the chain, in order. */
@NullMarked
package io.mcpclient;

import org.jspecify.annotations.NullMarked;
