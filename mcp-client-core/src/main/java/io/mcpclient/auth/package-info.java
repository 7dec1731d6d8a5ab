/** Credentials for servers: request headers, rejections, principals, and prompts for users. */
@NullMarked
package io.mcpclient.auth;

import org.jspecify.annotations.NullMarked;
