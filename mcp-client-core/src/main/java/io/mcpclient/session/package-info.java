/** What is remembered about a server beyond the life of a connection or of the application, and where. */
@NullMarked
package io.mcpclient.session;

import org.jspecify.annotations.NullMarked;
