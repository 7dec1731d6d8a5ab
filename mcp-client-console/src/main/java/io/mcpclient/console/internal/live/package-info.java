/** Events for open pages. */
@NullMarked
package io.mcpclient.console.internal.live;

import org.jspecify.annotations.NullMarked;
