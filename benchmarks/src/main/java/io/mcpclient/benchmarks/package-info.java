/** Benchmarks of calls with this library, with a plain WebClient and with other MCP clients. */
@NullMarked
package io.mcpclient.benchmarks;

import org.jspecify.annotations.NullMarked;
