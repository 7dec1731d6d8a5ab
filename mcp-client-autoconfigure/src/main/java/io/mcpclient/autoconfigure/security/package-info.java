/** Integration with Spring Security, if it is present. */
@NullMarked
package io.mcpclient.autoconfigure.security;

import org.jspecify.annotations.NullMarked;
