/**
 * Skills: instructions of servers for models, listed, verified, approved and loaded.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.skills;

import org.jspecify.annotations.NullMarked;
