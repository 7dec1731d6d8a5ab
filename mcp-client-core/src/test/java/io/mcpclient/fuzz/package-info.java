/** Recorded conversations, damaged by seeded mutations, against the parsers and the whole client. */
@NullMarked
package io.mcpclient.fuzz;

import org.jspecify.annotations.NullMarked;
