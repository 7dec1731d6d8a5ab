/** Goes on with what is remembered about a server, so that a restart costs no handshake, and keeps that up to date. */
@NullMarked
package io.mcpclient.protocol.resumption;

import org.jspecify.annotations.NullMarked;
