/** Embedded MCP servers for demonstration, built with the official Java SDK. */
@NullMarked
package io.mcpclient.sample.embedded;

import org.jspecify.annotations.NullMarked;
