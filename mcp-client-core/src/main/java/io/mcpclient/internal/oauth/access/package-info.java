/** Reactions to a server that requires a token, rejects one, or requires more scopes. */
@NullMarked
package io.mcpclient.internal.oauth.access;

import org.jspecify.annotations.NullMarked;
