/** Servers as child processes: how they are started, spoken to over their standard streams, and ended with all theirs. */
@NullMarked
package io.mcpclient.transport.stdio;

import org.jspecify.annotations.NullMarked;
