/** Tools, and their calls from the console. */
@NullMarked
package io.mcpclient.console.internal.tool;

import org.jspecify.annotations.NullMarked;
