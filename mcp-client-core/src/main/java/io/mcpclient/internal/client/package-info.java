/** Assembles a client from its settings, and implements its interfaces. */
@NullMarked
package io.mcpclient.internal.client;

import org.jspecify.annotations.NullMarked;
