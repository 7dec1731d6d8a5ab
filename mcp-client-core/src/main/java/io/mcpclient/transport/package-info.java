/**
 * The contract of transports: exchange one request for the messages that belong to it.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.transport;

import org.jspecify.annotations.NullMarked;
