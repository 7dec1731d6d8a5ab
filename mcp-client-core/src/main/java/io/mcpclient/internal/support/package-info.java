/** Small tools: time, texts, secrets. */
@NullMarked
package io.mcpclient.internal.support;

import org.jspecify.annotations.NullMarked;
