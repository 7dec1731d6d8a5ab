/** The library against servers of others: what they really send, over every transport they speak. */
@NullMarked
package io.mcpclient.counterparts;

import org.jspecify.annotations.NullMarked;
