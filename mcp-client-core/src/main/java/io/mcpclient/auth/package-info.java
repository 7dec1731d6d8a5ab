/** Credentials for servers: what is put on requests, what a refusal says, in whose name, and how a user is asked. */
@NullMarked
package io.mcpclient.auth;

import org.jspecify.annotations.NullMarked;
