/**
 * Exceptions thrown to callers: one hierarchy with server, operation, outcome, cause and remedy.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.error;

import org.jspecify.annotations.NullMarked;
