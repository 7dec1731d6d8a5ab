/** Observation and meters, if a registry is present. */
@NullMarked
package io.mcpclient.autoconfigure.observation;

import org.jspecify.annotations.NullMarked;
