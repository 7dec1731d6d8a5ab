/**
 * Session stores: in memory, in a database, in Redis, each only if its library is present.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.autoconfigure.session;

import org.jspecify.annotations.NullMarked;
