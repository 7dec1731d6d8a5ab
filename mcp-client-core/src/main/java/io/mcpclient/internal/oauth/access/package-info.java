/** What is done when a server wants a token, refuses one, or wants one that allows more. */
@NullMarked
package io.mcpclient.internal.oauth.access;

import org.jspecify.annotations.NullMarked;
