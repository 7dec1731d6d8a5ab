/** Tasks: calls of tools that servers run while no client waits for them. */
@NullMarked
package io.mcpclient.console.internal.task;

import org.jspecify.annotations.NullMarked;
