/** MCP servers in containers, with Testcontainers. */
@NullMarked
package io.mcpclient.test.container;

import org.jspecify.annotations.NullMarked;
