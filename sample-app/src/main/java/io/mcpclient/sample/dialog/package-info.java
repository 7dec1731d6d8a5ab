/** Handlers of server requests: dialogs for the user, and a local substitute for a language model. */
@NullMarked
package io.mcpclient.sample.dialog;

import org.jspecify.annotations.NullMarked;
