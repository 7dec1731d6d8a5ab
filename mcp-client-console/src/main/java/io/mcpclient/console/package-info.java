/**
 * The console's settings and wiring; applications import nothing from here.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.console;

import org.jspecify.annotations.NullMarked;
