/**
 * Integration with Spring Security, if it is present.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.autoconfigure.security;

import org.jspecify.annotations.NullMarked;
