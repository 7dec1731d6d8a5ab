/**
 * Servers, recorded calls and assertions for tests of applications that use MCP clients.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.test;

import org.jspecify.annotations.NullMarked;
