/**
 * Credentials for servers: request headers, rejections, principals, and prompts for users.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.auth;

import org.jspecify.annotations.NullMarked;
