/** Types of the MCP schema as records and sealed interfaces, and the features of each {@code ProtocolRevision}. */
@NullMarked
package io.mcpclient.schema;

import org.jspecify.annotations.NullMarked;
