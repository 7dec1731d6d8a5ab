/** Tools, prompts and resources of many clients as immutable, versioned snapshots. */
@NullMarked
package io.mcpclient.registry;

import org.jspecify.annotations.NullMarked;
