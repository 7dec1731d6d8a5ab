/** The stateless revision 2026-07-28: no handshake, every request says all there is to know about it. */
@NullMarked
package io.mcpclient.protocol.modern;

import org.jspecify.annotations.NullMarked;
