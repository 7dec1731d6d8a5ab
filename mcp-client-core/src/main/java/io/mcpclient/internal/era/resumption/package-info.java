/** Resumption of stored sessions, so that a restart costs no handshake, and their maintenance in the store. */
@NullMarked
package io.mcpclient.internal.era.resumption;

import org.jspecify.annotations.NullMarked;
