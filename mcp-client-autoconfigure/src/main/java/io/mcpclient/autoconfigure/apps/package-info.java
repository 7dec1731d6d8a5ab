/** The extension MCP Apps: views of tools. */
@NullMarked
package io.mcpclient.autoconfigure.apps;

import org.jspecify.annotations.NullMarked;
