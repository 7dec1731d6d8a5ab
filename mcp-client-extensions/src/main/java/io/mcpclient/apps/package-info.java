/**
 * MCP Apps: views that servers ship with their tools, and the server side of the bridge between a view and its host.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.apps;

import org.jspecify.annotations.NullMarked;
