/** MCP servers of the application's own, made with the official Java SDK, so that there is something to talk to. */
@NullMarked
package io.mcpclient.sample.embedded;

import org.jspecify.annotations.NullMarked;
