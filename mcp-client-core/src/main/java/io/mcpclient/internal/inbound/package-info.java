/** What servers ask and tell: elicitation, sampling, roots, notifications, progress. */
@NullMarked
package io.mcpclient.internal.inbound;

import org.jspecify.annotations.NullMarked;
