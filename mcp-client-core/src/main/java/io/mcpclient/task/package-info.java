/** Tool calls that a server runs as tasks: handles, polling, outcomes. */
@NullMarked
package io.mcpclient.task;

import org.jspecify.annotations.NullMarked;
