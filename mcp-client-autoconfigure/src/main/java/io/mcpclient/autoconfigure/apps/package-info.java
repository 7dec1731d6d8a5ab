/**
 * The extension MCP Apps: views of tools.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.autoconfigure.apps;

import org.jspecify.annotations.NullMarked;
