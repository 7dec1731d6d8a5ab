/**
 * Parameters and results that only a client itself writes and reads; what users meet is in {@code io.mcpclient.schema}. Applications do
 * not need it, and it may change in any release.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.support.schema;

import org.jspecify.annotations.NullMarked;
