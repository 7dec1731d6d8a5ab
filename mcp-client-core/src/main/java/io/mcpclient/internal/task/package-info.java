/** Tasks: calls whose result is fetched later. */
@NullMarked
package io.mcpclient.internal.task;

import org.jspecify.annotations.NullMarked;
