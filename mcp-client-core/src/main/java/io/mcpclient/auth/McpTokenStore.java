package io.mcpclient.auth;

import io.mcpclient.store.McpStore;

/**
 * Keeps tokens, and the registrations they were obtained with. The contract is that of every store; the type tells what a bean
 * is for. Its values are credentials: whoever can read them can use them, unless they are encrypted.
 *
 * @see "AUTH-53, AUTH-54, AUTH-59; faults H04, H18, J15"
 */
public interface McpTokenStore extends McpStore {}
