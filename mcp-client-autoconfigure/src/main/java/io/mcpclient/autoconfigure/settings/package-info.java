/** Maps bound properties to the settings of clients, and checks servers against the policy. */
@NullMarked
package io.mcpclient.autoconfigure.settings;

import org.jspecify.annotations.NullMarked;
