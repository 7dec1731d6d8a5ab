/** Several identities at one configured server: the principal of each call, and the sessions of the principals. */
@NullMarked
package io.mcpclient.internal.identity;

import org.jspecify.annotations.NullMarked;
