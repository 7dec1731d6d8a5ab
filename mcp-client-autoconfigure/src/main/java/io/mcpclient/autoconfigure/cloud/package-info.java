/**
 * Addresses of services that Spring Cloud knows.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.autoconfigure.cloud;

import org.jspecify.annotations.NullMarked;
