/** Who protects a server: metadata of protected resources and of authorization servers, found and checked. */
@NullMarked
package io.mcpclient.internal.oauth.metadata;

import org.jspecify.annotations.NullMarked;
