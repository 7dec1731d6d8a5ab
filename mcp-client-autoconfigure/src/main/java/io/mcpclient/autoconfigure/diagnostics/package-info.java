/** Failure analyses: which server, why, and the property to change. */
@NullMarked
package io.mcpclient.autoconfigure.diagnostics;

import org.jspecify.annotations.NullMarked;
