/** The protocol's vocabulary: records, sealed interfaces, and {@code ProtocolRevision} with its named questions. */
@NullMarked
package io.mcpclient.schema;

import org.jspecify.annotations.NullMarked;
