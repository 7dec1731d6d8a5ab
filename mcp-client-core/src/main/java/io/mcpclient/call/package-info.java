/**
 * Outgoing operations as values (method, params, result type, options, deadline), and the interceptor chain.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.call;

import org.jspecify.annotations.NullMarked;
