/** Servers, recorded calls and assertions for tests of applications that use MCP clients. */
@NullMarked
package io.mcpclient.test;

import org.jspecify.annotations.NullMarked;
