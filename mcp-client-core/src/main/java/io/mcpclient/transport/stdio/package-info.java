/** Servers as child processes: start, communication over standard streams, and shutdown with all descendants. */
@NullMarked
package io.mcpclient.transport.stdio;

import org.jspecify.annotations.NullMarked;
