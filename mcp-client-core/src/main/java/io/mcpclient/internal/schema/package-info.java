/** Parameters and results that only the client itself writes and reads; what users meet is in {@code io.mcpclient.schema}. */
@NullMarked
package io.mcpclient.internal.schema;

import org.jspecify.annotations.NullMarked;
