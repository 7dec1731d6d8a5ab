/**
 * Skills of servers, if {@code mcp-client-extensions} is on the class path and they are enabled.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.autoconfigure.skills;

import org.jspecify.annotations.NullMarked;
