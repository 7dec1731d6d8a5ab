/** The library against an authorization server of others, and servers that it protects. */
@NullMarked
package io.mcpclient.counterparts.oauth;

import org.jspecify.annotations.NullMarked;
