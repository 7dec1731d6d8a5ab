/** One outgoing operation as a value (method, params, result type, options, deadline) and the chain around it. */
@NullMarked
package io.mcpclient.call;

import org.jspecify.annotations.NullMarked;
