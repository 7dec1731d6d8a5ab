/** Deadlines, retries, circuit breaker, concurrency limit and graceful shutdown of calls. */
@NullMarked
package io.mcpclient.internal.pipeline;

import org.jspecify.annotations.NullMarked;
