/** Outgoing operations as values (method, params, result type, options, deadline), and the interceptor chain. */
@NullMarked
package io.mcpclient.call;

import org.jspecify.annotations.NullMarked;
