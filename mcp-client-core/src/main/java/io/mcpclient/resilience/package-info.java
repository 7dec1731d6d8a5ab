/** How long a call may take, when it is repeated, held back or made to wait, and how a client ends. */
@NullMarked
package io.mcpclient.resilience;

import org.jspecify.annotations.NullMarked;
