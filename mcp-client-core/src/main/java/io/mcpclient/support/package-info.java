/**
 * What the modules of this library share: loggers, listeners, waiting and pauses. Applications do not need it, and it may change in any
 * release.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.support;

import org.jspecify.annotations.NullMarked;
