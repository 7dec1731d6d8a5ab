/**
 * Failure analyses that name the server, the reason and the property to change.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.autoconfigure.diagnostics;

import org.jspecify.annotations.NullMarked;
