/** What the console retains for each of its users. */
@NullMarked
package io.mcpclient.console.internal.user;

import org.jspecify.annotations.NullMarked;
