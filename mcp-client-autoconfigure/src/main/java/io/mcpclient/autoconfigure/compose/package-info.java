/**
 * Connection details of Docker Compose services.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.autoconfigure.compose;

import org.jspecify.annotations.NullMarked;
