/**
 * Recordings of conversations with servers: their format, and what is masked in them.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.support.recording;

import org.jspecify.annotations.NullMarked;
