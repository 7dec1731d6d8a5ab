/** Stores for tokens: in memory, in a database, in Redis, each only if its library is there. */
@NullMarked
package io.mcpclient.autoconfigure.token;

import org.jspecify.annotations.NullMarked;
