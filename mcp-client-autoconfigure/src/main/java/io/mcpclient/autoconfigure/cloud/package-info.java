/** Addresses of services that Spring Cloud knows. */
@NullMarked
package io.mcpclient.autoconfigure.cloud;

import org.jspecify.annotations.NullMarked;
