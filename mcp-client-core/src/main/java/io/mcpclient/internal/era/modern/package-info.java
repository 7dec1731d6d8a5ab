/** The stateless revision 2026-07-28: no handshake, every request is self-contained. */
@NullMarked
package io.mcpclient.internal.era.modern;

import org.jspecify.annotations.NullMarked;
