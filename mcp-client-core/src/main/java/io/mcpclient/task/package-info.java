/**
 * Tool calls that a server runs as tasks: handles, polling, outcomes.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.task;

import org.jspecify.annotations.NullMarked;
