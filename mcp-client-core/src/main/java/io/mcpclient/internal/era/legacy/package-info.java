/** The handshake revisions 2024-11-05 to 2025-11-25: handshake, sessions and their resumption, tasks of the core. */
@NullMarked
package io.mcpclient.internal.era.legacy;

import org.jspecify.annotations.NullMarked;
