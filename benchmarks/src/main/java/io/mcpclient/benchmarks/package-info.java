/** Measures what a call costs with this library, with a bare WebClient and with other MCP clients. */
@NullMarked
package io.mcpclient.benchmarks;

import org.jspecify.annotations.NullMarked;
