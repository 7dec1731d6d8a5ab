/** Deadlines, pauses and ends: how long a call may take, when a connection is tried again, and how a client closes. */
@NullMarked
package io.mcpclient.resilience;

import org.jspecify.annotations.NullMarked;
