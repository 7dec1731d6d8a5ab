/** Exceptions thrown to callers: one hierarchy with server, operation, outcome, cause and remedy. */
@NullMarked
package io.mcpclient.error;

import org.jspecify.annotations.NullMarked;
