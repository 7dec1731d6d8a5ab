/** Servers as child processes: start, communication over standard streams, and shutdown with all descendants. */
@NullMarked
package io.mcpclient.internal.stdio;

import org.jspecify.annotations.NullMarked;
