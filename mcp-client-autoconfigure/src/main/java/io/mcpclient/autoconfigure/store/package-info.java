/** Common base of the session and token stores in a database and in Redis. */
@NullMarked
package io.mcpclient.autoconfigure.store;

import org.jspecify.annotations.NullMarked;
