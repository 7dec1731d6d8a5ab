/** The console's settings and wiring; applications import nothing from here. */
@NullMarked
package io.mcpclient.console;

import org.jspecify.annotations.NullMarked;
