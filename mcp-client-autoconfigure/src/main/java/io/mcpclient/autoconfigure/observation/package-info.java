/**
 * Observation and meters, if a registry is present.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.autoconfigure.observation;

import org.jspecify.annotations.NullMarked;
