/** Recordings of conversations with servers: their format, and what is masked in them. */
@NullMarked
package io.mcpclient.support.recording;

import org.jspecify.annotations.NullMarked;
