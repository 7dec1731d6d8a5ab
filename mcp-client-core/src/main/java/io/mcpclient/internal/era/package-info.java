/** The contract of an era: beginning a connection, building requests, detecting and handling losses. */
@NullMarked
package io.mcpclient.internal.era;

import org.jspecify.annotations.NullMarked;
