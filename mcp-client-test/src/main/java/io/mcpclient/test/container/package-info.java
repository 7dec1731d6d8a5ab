/**
 * MCP servers in containers, with Testcontainers.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.test.container;

import org.jspecify.annotations.NullMarked;
