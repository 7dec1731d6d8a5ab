/** Every exception a caller can catch, as one tree with server, operation, outcome, cause and remedy. */
@NullMarked
package io.mcpclient.error;

import org.jspecify.annotations.NullMarked;
