/** Finds out which era a server speaks, and remembers it. */
@NullMarked
package io.mcpclient.protocol.detection;

import org.jspecify.annotations.NullMarked;
