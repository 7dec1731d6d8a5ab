/**
 * Beans of the application that reach clients: handlers, listeners, resolvers, transports, certificates, annotated methods.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.autoconfigure.beans;

import org.jspecify.annotations.NullMarked;
