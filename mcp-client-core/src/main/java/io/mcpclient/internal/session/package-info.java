/** State of a server persisted beyond the life of a connection or of the application. */
@NullMarked
package io.mcpclient.internal.session;

import org.jspecify.annotations.NullMarked;
