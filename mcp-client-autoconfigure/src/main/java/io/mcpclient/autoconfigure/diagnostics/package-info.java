/** Failure analyses that name the server, the reason and the property to change. */
@NullMarked
package io.mcpclient.autoconfigure.diagnostics;

import org.jspecify.annotations.NullMarked;
