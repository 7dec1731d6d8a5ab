/** Servers in the JSON files of other programs, as properties. */
@NullMarked
package io.mcpclient.autoconfigure.files;

import org.jspecify.annotations.NullMarked;
