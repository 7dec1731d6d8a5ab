/**
 * The size, the hash and the numbers of JSON, and the mapper of this library. Applications do not need it, and it may change in any
 * release.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.support.json;

import org.jspecify.annotations.NullMarked;
