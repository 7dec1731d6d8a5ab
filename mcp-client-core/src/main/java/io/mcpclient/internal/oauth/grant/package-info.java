/** The ways to the first token: a user who agrees, credentials of the application, an assertion of somebody else. */
@NullMarked
package io.mcpclient.internal.oauth.grant;

import org.jspecify.annotations.NullMarked;
