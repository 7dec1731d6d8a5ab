/** Servers of the application: their state, and what an operator changes. */
@NullMarked
package io.mcpclient.console.internal.server;

import org.jspecify.annotations.NullMarked;
