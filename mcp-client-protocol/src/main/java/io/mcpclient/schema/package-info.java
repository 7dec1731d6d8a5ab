/**
 * Types of the MCP schema as records and sealed interfaces, and the features of each {@code ProtocolRevision}.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.schema;

import org.jspecify.annotations.NullMarked;
