/** The connection of a client: state machine, reconnects, status. */
@NullMarked
package io.mcpclient.internal.connection;

import org.jspecify.annotations.NullMarked;
