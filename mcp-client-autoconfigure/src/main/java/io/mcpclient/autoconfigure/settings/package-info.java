/**
 * Maps bound properties to the settings of clients, and checks servers against the policy.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.autoconfigure.settings;

import org.jspecify.annotations.NullMarked;
