/** Servers for tests: they do exactly what a script says, and tell what a client did that was not in it. */
@NullMarked
package io.mcpclient.testkit;

import org.jspecify.annotations.NullMarked;
