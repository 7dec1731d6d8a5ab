/** Grants that obtain first tokens: a user's consent, credentials of the application, or an assertion of a third party. */
@NullMarked
package io.mcpclient.internal.oauth.grant;

import org.jspecify.annotations.NullMarked;
