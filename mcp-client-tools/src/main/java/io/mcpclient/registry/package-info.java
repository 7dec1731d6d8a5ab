/**
 * Tools, prompts and resources of many clients as immutable, versioned snapshots.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.registry;

import org.jspecify.annotations.NullMarked;
