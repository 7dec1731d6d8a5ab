/** Stores for what is remembered about servers: in memory, in a database, in Redis, each only if its library is there. */
@NullMarked
package io.mcpclient.autoconfigure.session;

import org.jspecify.annotations.NullMarked;
