/** The contract of transports: exchange one request for the messages that belong to it. */
@NullMarked
package io.mcpclient.transport;

import org.jspecify.annotations.NullMarked;
