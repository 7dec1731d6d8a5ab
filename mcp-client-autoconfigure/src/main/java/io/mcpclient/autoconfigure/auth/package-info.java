/**
 * Authorization of clients by the beans and the properties of the application.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.autoconfigure.auth;

import org.jspecify.annotations.NullMarked;
