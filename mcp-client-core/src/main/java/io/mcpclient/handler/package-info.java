/**
 * Handlers of server requests and listeners for server notifications, as interfaces that users implement.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.handler;

import org.jspecify.annotations.NullMarked;
