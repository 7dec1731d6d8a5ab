/** Views of tools (MCP Apps): what the page carries between their frames and the bridge. */
@NullMarked
package io.mcpclient.console.internal.app;

import org.jspecify.annotations.NullMarked;
