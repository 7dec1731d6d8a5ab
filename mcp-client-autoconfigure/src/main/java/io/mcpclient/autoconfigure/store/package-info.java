/**
 * Common base of the session and token stores in a database and in Redis.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.autoconfigure.store;

import org.jspecify.annotations.NullMarked;
