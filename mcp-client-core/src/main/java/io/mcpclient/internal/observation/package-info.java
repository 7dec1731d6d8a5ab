/** Metrics and traces of calls and exchanges. */
@NullMarked
package io.mcpclient.internal.observation;

import org.jspecify.annotations.NullMarked;
