/** Three real servers are killed, cut off and slowed down under load, and every call is accounted for. */
@NullMarked
package io.mcpclient.chaos;

import org.jspecify.annotations.NullMarked;
