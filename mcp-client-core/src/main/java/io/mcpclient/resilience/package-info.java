/** Deadlines and pauses: how long a call may take and when a connection is tried again. */
@NullMarked
package io.mcpclient.resilience;

import org.jspecify.annotations.NullMarked;
