/**
 * Servers in the JSON files of other programs, as properties.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.autoconfigure.files;

import org.jspecify.annotations.NullMarked;
