/**
 * The size, the hash and the numbers of JSON, and the mapper of this library. Applications do not need it, and it may change in any
 * release.
 */
@NullMarked
package io.mcpclient.support.json;

import org.jspecify.annotations.NullMarked;
