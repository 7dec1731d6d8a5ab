/** What the stores of sessions and of tokens have in common: how a database and Redis keep values. */
@NullMarked
package io.mcpclient.autoconfigure.store;

import org.jspecify.annotations.NullMarked;
