/** Checks of members, and the text from which a message is read; only for the records of the protocol and their codec. */
@NullMarked
package io.mcpclient.internal.schema;

import org.jspecify.annotations.NullMarked;
