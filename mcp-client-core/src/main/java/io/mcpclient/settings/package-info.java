/** Settings of a client. */
@NullMarked
package io.mcpclient.settings;

import org.jspecify.annotations.NullMarked;
