/** One configured server used under several identities: in whose name a call is made, and the sessions of the principals. */
@NullMarked
package io.mcpclient.identity;

import org.jspecify.annotations.NullMarked;
