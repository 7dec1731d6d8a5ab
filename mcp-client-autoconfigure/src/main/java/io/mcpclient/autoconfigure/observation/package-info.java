/** Observation and meters when a registry is there. */
@NullMarked
package io.mcpclient.autoconfigure.observation;

import org.jspecify.annotations.NullMarked;
