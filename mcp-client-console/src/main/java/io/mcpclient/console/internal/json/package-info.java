/** JSON of the console. */
@NullMarked
package io.mcpclient.console.internal.json;

import org.jspecify.annotations.NullMarked;
