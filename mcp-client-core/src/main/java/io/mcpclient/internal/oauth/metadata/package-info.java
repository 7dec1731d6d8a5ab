/** Discovery: metadata of protected resources and of authorization servers. */
@NullMarked
package io.mcpclient.internal.oauth.metadata;

import org.jspecify.annotations.NullMarked;
