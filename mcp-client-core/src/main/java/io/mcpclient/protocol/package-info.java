/** The contract of an era: beginning a connection, building requests, detecting and handling losses. */
@NullMarked
package io.mcpclient.protocol;

import org.jspecify.annotations.NullMarked;
