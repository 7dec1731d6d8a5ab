/** Recent requests of all clients. */
@NullMarked
package io.mcpclient.console.internal.wire;

import org.jspecify.annotations.NullMarked;
