/** Handlers of server requests and listeners for server notifications, as interfaces that users implement. */
@NullMarked
package io.mcpclient.handler;

import org.jspecify.annotations.NullMarked;
