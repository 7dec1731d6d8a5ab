/** What is shared with Spring Security, only if it is there. */
@NullMarked
package io.mcpclient.autoconfigure.security;

import org.jspecify.annotations.NullMarked;
