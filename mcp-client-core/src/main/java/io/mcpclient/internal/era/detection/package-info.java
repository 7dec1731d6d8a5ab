/** Detection of the era that a server supports, and the memory of the result. */
@NullMarked
package io.mcpclient.internal.era.detection;

import org.jspecify.annotations.NullMarked;
